import { refuse } from '../../../foundation/errors.ts';
import { documentText, MEGABYTE } from '../../../openapi/document/parse-text.ts';
import { BUILT_IN } from '../../../openapi/lint/rule-set.ts';
import { ApiRef } from '../api/api.ts';
import { readApiDocument } from '../api/openapi-document.ts';
import { builder, inOrg } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { LintReportRef } from './finding.ts';
import { keptFindings, lint, lintAndKeep, removeOldest, resultKey, runnableRules } from './lint.ts';

type DraftDocument = { readonly text: string; readonly hash: string };

builder.objectField(ApiRef, 'findings', (t) =>
  t.field({
    type: LintReportRef,
    nullable: true,
    description:
      'What a rule set finds in the document of its draft. Null for a GraphQL API: rule sets are for OpenAPI documents alone.',
    args: {
      ruleSet: t.arg.string({
        defaultValue: BUILT_IN,
        description: 'The rule set, by name; the one of Spectral unless given.',
      }),
    },
    resolve: async ({ id, orgId }, args, { database }) => {
      const { prisma } = database;
      const name = args.ruleSet ?? BUILT_IN;
      const rules = await runnableRules(prisma, { orgId, name, path: ['ruleSet'] });
      const [draft] = await prisma.$queryRaw<DraftDocument[]>`
        SELECT "openapi"::text AS "text", encode(sha256(convert_to("openapi"::text, 'UTF8')), 'hex') AS "hash"
        FROM "Api" WHERE "id" = ${id}::uuid AND "openapi" IS NOT NULL`;
      if (!draft) return null;
      const key = resultKey(draft.hash, rules);
      const kept = (await keptFindings(prisma, orgId, [key])).get(key);
      if (kept) return { ...kept, ruleSet: rules.name };
      const findings = await lintAndKeep(database, orgId, { key, text: draft.text, rules: rules.rules });
      await removeOldest(database, orgId);
      return { ...findings, ruleSet: rules.name };
    },
  }),
);

const LintInput = builder.inputType('LintInput', {
  description: 'An OpenAPI document and the rules that it is held to. Nothing is kept.',
  fields: (t) => ({
    org: t.string(inOrg),
    openapi: t.field({
      type: 'JSON',
      required: true,
      description:
        'The document: an object, or YAML or JSON text, whose findings then have lines. As large as createApi takes it.',
    }),
    overlay: t.field({
      type: 'JSON',
      description:
        'An overlay that changes the document first, as createApi takes it. Findings then have no lines.',
    }),
    ruleSet: t.string({
      description: 'The rule set, by name; the one of Spectral, `spectral:oas`, unless given.',
    }),
    rules: t.field({
      type: 'JSON',
      description: 'Rules in place of a rule set, as createRuleSet takes them: to try them.',
    }),
  }),
});

builder.queryField('lint', (t) =>
  t.field({
    type: LintReportRef,
    description: 'Holds an OpenAPI document to rules, before it is an API: for an editor, or a pipeline.',
    args: { input: t.arg({ type: LintInput, required: true, description: 'The document, and the rules.' }) },
    resolve: (_root, { input }, context) => linted(input, context),
  }),
);

async function linted(input: typeof LintInput.$inferInput, context: ManagementContext) {
  const { id: orgId } = await context.org(input.org);
  const paths = {
    document: ['input', 'openapi'],
    rules: ['input', input.rules == null ? 'ruleSet' : 'rules'],
  };
  if (input.rules != null && input.ruleSet != null)
    refuse('BAD_USER_INPUT', { detail: 'Give either ruleSet or rules: leave one out.', path: paths.rules });
  const { name, rules } =
    input.rules == null
      ? await runnableRules(context.database.prisma, {
          orgId,
          name: input.ruleSet ?? BUILT_IN,
          path: paths.rules,
        })
      : { name: null, rules: rulesText(input.rules) };
  const { openapi, overlay } = input;
  const text =
    overlay == null
      ? documentText(openapi, { path: paths.document, bytesMax: 5 * MEGABYTE })
      : (await readApiDocument({ openapi, overlay }, paths.document, orgId)).text;
  const withLines = overlay == null && typeof openapi === 'string';
  return { ...(await lint({ orgId, text, rules, withLines, paths })), ruleSet: name };
}

/** The text of rules that are given as an object or as text. */
export const rulesText = (rules: unknown): string =>
  typeof rules === 'string' ? rules : JSON.stringify(rules, undefined, 2);
