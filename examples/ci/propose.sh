#!/bin/sh
# Proposes the manifest of a branch as a change request, and writes what it would do to comment.txt.
# GATEHOUSE_URL and GATEHOUSE_TOKEN name the platform; FILES is the manifest, TITLE names the pull request and COMMENT says
# why. Where CLI is set, it runs the command line, for example in the container of the platform.
set -eu
cli=${CLI:-gatehouse}

# What was proposed for an earlier state of the branch is taken back.
$cli changes -o json | jq -r --arg title "$TITLE" 'select(.title == $title).number' | while read -r number; do
  $cli changes "$number" --cancel >/dev/null
done

# Exit code 0 is the same, 2 differs.
status=0
$cli diff -f "$FILES" >/dev/null || status=$?
if [ "$status" -eq 0 ]; then
  echo 'The manifest changes nothing.' >comment.txt
  exit 0
fi
[ "$status" -eq 2 ]

$cli apply -f "$FILES" --propose --title "$TITLE" --comment "$COMMENT" >impact.txt
number=$(sed -n '1s/^#\([0-9]*\) .*/\1/p' impact.txt)
{
  echo "Change request $number would do this:"
  echo
  echo '```'
  cat impact.txt
  echo '```'
  echo
  echo "Approve it with \`gatehouse approve $number\`, or in the console."
} >comment.txt
