import { catalogUrl, portalUrl } from '../../../domain/addresses/public-urls.ts';
import type { Branding } from '../../../domain/branding/branding.ts';
import type { UsageAlertPolicy } from '../../../domain/call/usage-alert.ts';
import type { ChangePolicy } from '../../../domain/change-request/policy.ts';
import type { CredentialPolicy } from '../../../domain/consumer/credential-policy.ts';
import type { SignInPolicy } from '../../../domain/consumer/sign-in-policy.ts';
import type { MailPolicy } from '../../../domain/events/mail-policy.ts';
import type { LintPolicy } from '../../../domain/product/lint-policy.ts';
import { refuse } from '../../../foundation/errors.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { demandRole } from '../caller.ts';
import { type NamedInput, NameInput, refuseTaken } from '../name-input.ts';
import { checkedTitle, notNull } from '../not-null.ts';
import { refuseSubscribed } from '../org.ts';
import { BrandingInput, BrandingRef, brandingAfter } from './branding.ts';
import { ChangePolicyInput, ChangePolicyRef, changePolicyColumn } from './change-policy.ts';
import { CredentialPolicyInput, CredentialPolicyRef, credentialPolicyColumn } from './credential-policy.ts';
import { LintPolicyInput, LintPolicyRef, lintPolicyColumn } from './lint-policy.ts';
import { MailPolicyInput, MailPolicyRef, mailColumn } from './mail-policy.ts';
import { SignInPolicyInput, SignInPolicyRef, signInColumn } from './sign-in-policy.ts';
import { UsageAlertPolicyInput, UsageAlertPolicyRef, usageAlertsColumn } from './usage-alerts.ts';

builder.prismaObject('Catalog', {
  description: 'A place to publish to, with its own addresses, consumers and portal.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its path segment, for example `sandbox`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    org: t.relation('org', { description: 'The org that it belongs to.' }),
    gatewayUrl: t.field({
      type: 'URL',
      description: 'Where its APIs are called: `{base_url}/<org>/<catalog>`, or at a host name of its own.',
      select: { org: { select: { name: true } } },
      resolve: ({ name, org }, _args, { urls }) => catalogUrl(urls, `/${org.name}/${name}`),
    }),
    portalUrl: t.field({
      type: 'URL',
      description: 'Where its consumers sign in.',
      select: { org: { select: { name: true } } },
      resolve: ({ name, org }, _args, { urls }) => `${portalUrl(urls, `/${org.name}/${name}`)}/`,
    }),
    selfServiceSignUp: t.exposeBoolean('selfServiceSignUp', {
      description: 'May people create their own consumer organization in the portal? Off unless switched on.',
    }),
    branding: t.field({
      type: BrandingRef,
      description: 'What the pages of its portal show of it.',
      select: { branding: true },
      resolve: ({ branding }) => stored<Branding>(branding),
    }),
    credentialPolicy: t.field({
      type: CredentialPolicyRef,
      nullable: true,
      description: 'How long client secrets and API keys last in it; null is without an end.',
      select: { credentialPolicy: true },
      resolve: ({ credentialPolicy }) => stored<CredentialPolicy | null>(credentialPolicy),
    }),
    usageAlerts: t.field({
      type: UsageAlertPolicyRef,
      nullable: true,
      description: 'When the usage of its subscriptions is told of, by USAGE_ALERT; null is never.',
      select: { usageAlerts: true },
      resolve: ({ usageAlerts }) => stored<UsageAlertPolicy | null>(usageAlerts),
    }),
    mail: t.field({
      type: MailPolicyRef,
      nullable: true,
      description: 'How its consumers are told by mail; null sends them none.',
      select: { mail: true },
      resolve: ({ mail }) => stored<MailPolicy | null>(mail),
    }),
    changePolicy: t.field({
      type: ChangePolicyRef,
      nullable: true,
      description: 'Who approves changes of the products in it; null asks for no approvals.',
      select: { changePolicy: true },
      resolve: ({ changePolicy }) => stored<ChangePolicy | null>(changePolicy),
    }),
    lintPolicy: t.field({
      type: LintPolicyRef,
      nullable: true,
      description: 'The rules that OpenAPI documents are held to when they come into it; null is none.',
      select: { lintPolicy: true },
      resolve: ({ lintPolicy }) => stored<LintPolicy | null>(lintPolicy),
    }),
    signIn: t.field({
      type: SignInPolicyRef,
      nullable: true,
      description: 'How people sign in to its portal; null is by password alone.',
      select: { signIn: true },
      resolve: ({ signIn }) => stored<SignInPolicy | null>(signIn),
    }),
    userRegistries: t.relation('userRegistries', {
      description: 'The registries assigned to it, the first created first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    oauthProviders: t.relation('oauthProviders', {
      description: 'The providers assigned to it, which issue tokens for its APIs.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
  }),
});

/**
 * The catalog that an input names.
 *
 * @param where the org, the catalog, and where the input says so
 * @throws NOT_FOUND when the org has no such catalog
 */
export async function catalogNamed(
  transaction: Pick<Transaction, 'catalog'>,
  { orgId, name, path }: NamedInput,
) {
  const catalog = await transaction.catalog.findUnique({ where: { orgId_name: { orgId, name } } });
  return catalog ?? refuse('NOT_FOUND', { detail: `There is no catalog ${name} in this org.`, path });
}

builder.queryField('catalog', (t) =>
  t.prismaField({
    type: 'Catalog',
    nullable: true,
    description: 'One catalog of an org.',
    args: {
      org: t.arg.string(inOrg),
      name: t.arg.string({ required: true, description: 'The name of the catalog.' }),
    },
    resolve: async (query, _root, { org, name }, context) => {
      const { id } = await context.org(org, ['org']);
      return context.database.prisma.catalog.findUnique({
        ...query,
        where: { orgId_name: { orgId: id, name } },
      });
    },
  }),
);

const CreateCatalogInput = builder.inputType('CreateCatalogInput', {
  description: 'What a new catalog is made from.',
  fields: (t) => ({
    org: t.string(inOrg),
    title: t.string({ required: true, description: 'What people call it.' }),
    name: t.string({ description: 'Its path segment; made from the title unless given.' }),
    selfServiceSignUp: t.boolean({
      defaultValue: false,
      description: 'May people create their own consumer organization in the portal?',
    }),
  }),
});

const UpdateCatalogInput = builder.inputType('UpdateCatalogInput', {
  description: 'What to change of a catalog; what is left out stays as it is.',
  fields: (t) => ({
    org: t.string(inOrg),
    name: t.string({ required: true, description: 'Which catalog.' }),
    title: t.string({ description: 'What people call it.' }),
    selfServiceSignUp: t.boolean({
      description: 'May people create their own consumer organization in the portal?',
    }),
    branding: t.field({
      type: BrandingInput,
      description: 'What the pages of its portal show of it; null takes all of it away.',
    }),
    credentialPolicy: t.field({
      type: CredentialPolicyInput,
      description: 'How long client secrets and API keys last that are made from now on; null is for ever.',
    }),
    usageAlerts: t.field({
      type: UsageAlertPolicyInput,
      description: 'When the usage of its subscriptions is told of, by USAGE_ALERT; null is never.',
    }),
    mail: t.field({
      type: MailPolicyInput,
      description: 'How its consumers are told by mail; null sends them none.',
    }),
    changePolicy: t.field({
      type: ChangePolicyInput,
      description:
        'Who approves changes of the products in it; null asks for no approvals. Needs the role ADMINISTRATOR.',
    }),
    lintPolicy: t.field({
      type: LintPolicyInput,
      description:
        'The rules that OpenAPI documents are held to when they come into it from now on; null is none.',
    }),
    signIn: t.field({
      type: SignInPolicyInput,
      description: 'How people sign in to its portal; null is by password alone.',
    }),
  }),
});

builder.mutationField('createCatalog', (t) =>
  t.prismaField({
    type: 'Catalog',
    description: 'Creates a catalog in an org.',
    args: { input: t.arg({ type: CreateCatalogInput, required: true, description: 'The new catalog.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const name = nameFor(input);
      const data = { orgId, name, title: input.title, selfServiceSignUp: input.selfServiceSignUp ?? false };
      return context.change({ orgId, action: 'createCatalog', subject: name }, async (transaction) => {
        const existing = await transaction.catalog.findUnique({ where: { orgId_name: { orgId, name } } });
        refuseTaken(existing, `a catalog ${name}`);
        await checkQuota(transaction, { resource: 'CATALOGS', ownerId: orgId, now: context.clock() });
        return transaction.catalog.create({ ...query, data });
      });
    },
  }),
);

builder.mutationField('updateCatalog', (t) =>
  t.prismaField({
    type: 'Catalog',
    description: 'Changes the title, the settings or the branding of a catalog.',
    args: { input: t.arg({ type: UpdateCatalogInput, required: true, description: 'What to change.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const title = checkedTitle(input.title, ['input', 'title']);
      const selfServiceSignUp = notNull(input.selfServiceSignUp, ['input', 'selfServiceSignUp']);
      const credentialPolicy = credentialPolicyColumn(input.credentialPolicy);
      const usageAlerts = usageAlertsColumn(input.usageAlerts);
      const mail = mailColumn(input.mail);
      const changePolicy = changePolicyColumn(context.caller, input.changePolicy);
      return context.change({ orgId, action: 'updateCatalog', subject: input.name }, async (transaction) => {
        const catalog = await catalogNamed(transaction, { orgId, name: input.name, path: ['input', 'name'] });
        const branding =
          input.branding === undefined
            ? undefined
            : toStore(brandingAfter(input.branding, stored<Branding>(catalog.branding)));
        const data = {
          title,
          selfServiceSignUp,
          branding,
          credentialPolicy,
          usageAlerts,
          mail,
          changePolicy,
          lintPolicy: await lintPolicyColumn(transaction, orgId, input.lintPolicy),
          signIn: await signInColumn(transaction, orgId, input.signIn),
        };
        return transaction.catalog.update({ ...query, where: { id: catalog.id }, data });
      });
    },
  }),
);

builder.mutationField('deleteCatalog', (t) =>
  t.boolean({
    description:
      'Deletes a catalog with all that it holds; refused while one of its products has subscriptions. Needs the role ADMINISTRATOR where it has a `changePolicy`.',
    args: { input: t.arg({ type: NameInput, required: true, description: 'Which catalog.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const named = { orgId, name: input.name, path: ['input', 'name'] };
      await context.change({ orgId, action: 'deleteCatalog', subject: input.name }, async (transaction) => {
        const { changePolicy } = await catalogNamed(transaction, named);
        // Who needs approvals does not lift them with the whole catalog.
        if (changePolicy !== null) demandRole(context.caller, 'ADMINISTRATOR');
        await deleteCatalog(transaction, named);
      });
      return true;
    },
  }),
);

/** @throws NOT_FOUND; IN_USE while one of its products has subscriptions */
export async function deleteCatalog(transaction: Transaction, where: NamedInput): Promise<void> {
  const { id } = await catalogNamed(transaction, where);
  await refuseSubscribed(transaction, { catalogId: id });
  await transaction.catalog.delete({ where: { id } });
}
