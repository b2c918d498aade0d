#!/bin/sh
# Holds OpenAPI documents to a rule set of the platform, and fails where one breaks it.
# GATEHOUSE_URL and GATEHOUSE_TOKEN name the platform: the role VIEWER is enough. DOCUMENTS are the files, RULE_SET names the
# rule set, and FAIL_ON is the least severity that fails. Where CLI is set, it runs the command line.
set -eu
cli=${CLI:-gatehouse}
failed=0
for document in $DOCUMENTS; do
  status=0
  $cli lint "$document" --rule-set "$RULE_SET" --fail-on "${FAIL_ON:-error}" || status=$?
  case $status in
    0) ;;
    # Findings: the other documents are linted all the same.
    2) failed=1 ;;
    *) exit "$status" ;;
  esac
done
exit "$failed"
