import { refuse } from '../../../foundation/errors.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { RuleSet } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { type NamedInput, NameInput, refuseTaken } from '../name-input.ts';
import { checkedTitle, notNull } from '../not-null.ts';
import { rulesText } from './findings.ts';
import { checkRules } from './lint.ts';

const RULES =
  'The rules as Spectral writes them: an object, or YAML or JSON text of at most 512 KB, with at most 500 rules. It extends `spectral:oas` alone, and has no functions of its own: nothing is read from an address or a file, and no JavaScript is run.';

builder.prismaObject('RuleSet', {
  description:
    'Rules that OpenAPI documents of an org are held to. A catalog names one in its `lintPolicy`. GraphQL APIs have no rule sets.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in the org, for example `house-style`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    org: t.relation('org', { description: 'The org that it belongs to.' }),
    rules: t.exposeString('rules', { description: 'The rules, as the text that was given.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    catalogs: t.stringList({
      description: 'The catalogs whose `lintPolicy` names it, by name.',
      args: partArgs,
      resolve: async ({ orgId, name }, part, { database: { prisma } }) => {
        const rows = await prisma.catalog.findMany({
          where: namedBy({ orgId, name }),
          select: { name: true },
          orderBy: { name: 'asc' },
          ...takeSkipOf(part),
        });
        return rows.map((catalog) => catalog.name);
      },
    }),
  }),
});

type RuleSetName = Pick<RuleSet, 'orgId' | 'name'>;

const namedBy = ({ orgId, name }: RuleSetName) => ({
  orgId,
  lintPolicy: { path: ['ruleSet'], equals: name },
});

builder.prismaObjectField('Org', 'ruleSets', (t) =>
  t.relation('ruleSets', {
    description: 'Its rule sets, by name.',
    args: partArgs,
    query: (part) => ({ orderBy: { name: 'asc' }, ...takeSkipOf(part) }),
  }),
);

builder.queryField('ruleSet', (t) =>
  t.prismaField({
    type: 'RuleSet',
    nullable: true,
    description: 'One rule set of an org.',
    args: {
      org: t.arg.string(inOrg),
      name: t.arg.string({ required: true, description: 'The name of the rule set.' }),
    },
    resolve: async (query, _root, { org, name }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.ruleSet.findUnique({ ...query, where: { orgId_name: { orgId, name } } });
    },
  }),
);

const CreateRuleSetInput = builder.inputType('CreateRuleSetInput', {
  description: 'What a new rule set is made from.',
  fields: (t) => ({
    org: t.string(inOrg),
    title: t.string({ required: true, description: 'What people call it.' }),
    name: t.string({ description: 'Its name in the org; made from the title unless given.' }),
    rules: t.field({ type: 'JSON', required: true, description: RULES }),
  }),
});

const UpdateRuleSetInput = builder.inputType('UpdateRuleSetInput', {
  description: 'What to change of a rule set; what is left out stays as it is.',
  fields: (t) => ({
    org: t.string(inOrg),
    name: t.string({ required: true, description: 'Which rule set.' }),
    title: t.string({ description: 'What people call it.' }),
    rules: t.field({ type: 'JSON', description: RULES }),
  }),
});

builder.mutationField('createRuleSet', (t) =>
  t.prismaField({
    type: 'RuleSet',
    description: 'Creates a rule set, and runs it once. Nothing is held to it until a catalog names it.',
    args: { input: t.arg({ type: CreateRuleSetInput, required: true, description: 'The new rule set.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { title } = input;
      const name = nameFor(input);
      const rules = rulesText(input.rules);
      await checkRules(orgId, rules, ['input', 'rules']);
      return context.change({ orgId, action: 'createRuleSet', subject: name }, async (transaction) => {
        const existing = await transaction.ruleSet.findUnique({ where: { orgId_name: { orgId, name } } });
        refuseTaken(existing, `a rule set ${name}`);
        await checkQuota(transaction, { resource: 'RULE_SETS', ownerId: orgId, now: context.clock() });
        return transaction.ruleSet.create({ ...query, data: { orgId, name, title, rules } });
      });
    },
  }),
);

builder.mutationField('updateRuleSet', (t) =>
  t.prismaField({
    type: 'RuleSet',
    description: 'Changes a rule set. Products that are published already stay as they are.',
    args: { input: t.arg({ type: UpdateRuleSetInput, required: true, description: 'What to change.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { name } = input;
      const title = checkedTitle(input.title, ['input', 'title']);
      const given = notNull(input.rules, ['input', 'rules']);
      const rules = given === undefined ? undefined : rulesText(given);
      if (rules !== undefined) await checkRules(orgId, rules, ['input', 'rules']);
      return context.change({ orgId, action: 'updateRuleSet', subject: name }, async (transaction) => {
        const { id } = await ruleSetNamed(transaction, { orgId, name, path: ['input', 'name'] });
        return transaction.ruleSet.update({ ...query, where: { id }, data: { title, rules } });
      });
    },
  }),
);

builder.mutationField('deleteRuleSet', (t) =>
  t.boolean({
    description: 'Deletes a rule set; refused while a catalog names it.',
    args: { input: t.arg({ type: NameInput, required: true, description: 'Which rule set.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { name } = input;
      await context.change({ orgId, action: 'deleteRuleSet', subject: name }, (transaction) =>
        deleteRuleSet(transaction, { orgId, name, path: ['input', 'name'] }),
      );
      return true;
    },
  }),
);

/** @throws NOT_FOUND */
async function ruleSetNamed({ ruleSet }: Transaction, { orgId, name, path }: NamedInput): Promise<RuleSet> {
  const row = await ruleSet.findUnique({ where: { orgId_name: { orgId, name } } });
  return row ?? refuse('NOT_FOUND', { detail: `There is no rule set ${name} in this org.`, path });
}

/** @throws NOT_FOUND; IN_USE while a catalog names it */
export async function deleteRuleSet(transaction: Transaction, where: NamedInput): Promise<void> {
  const { id, orgId, name } = await ruleSetNamed(transaction, where);
  const catalog = await transaction.catalog.findFirst({ where: namedBy({ orgId, name }) });
  if (catalog)
    refuse('IN_USE', {
      detail: `The catalog ${catalog.name} holds documents to the rule set ${name}: change its lintPolicy first.`,
      path: where.path,
    });
  await transaction.ruleSet.delete({ where: { id } });
}
