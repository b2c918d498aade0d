import { z } from 'zod';
import type { RuleSetDefinition } from '../../../domain/manifest/definition.ts';
import { rulesText } from '../lint/findings.ts';
import { checkRules } from '../lint/lint.ts';
import { displayed } from './items.ts';
import { closedObject, name } from './manifest-rules.ts';

export const ruleSetItem = closedObject('Rules that OpenAPI documents are held to.', {
  name: name.describe('Its name in the org, for example `house-style`.'),
  title: displayed,
  rules: z
    .unknown()
    .describe('The rules as Spectral writes them: an object, or YAML or JSON text; an export has the text.'),
});

/** Converts a rule set. @throws RULE_SET_INVALID */
export async function ruleSetFromManifest(
  { name, title = name, rules }: z.output<typeof ruleSetItem>,
  queueKey: string,
): Promise<RuleSetDefinition> {
  const text = rulesText(rules);
  await checkRules(queueKey, text, ['input', 'rules']);
  return { name, title, rules: text };
}
