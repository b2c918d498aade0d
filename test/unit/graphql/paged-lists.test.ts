import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema as management } from '../../../src/control-plane/management/schema.ts';
import { schema as portal } from '../../../src/control-plane/portal/api/schema.ts';

/** Lists that have no page, and why each is short whatever anybody stores. */
const bounded: Readonly<Record<string, string>> = {
  'Api.errorTemplates': 'one setting of an API, bounded when it is given',
  'Api.transformations': 'one setting of an API, bounded when it is given',
  'Compat.request': 'twenty of one setting of an API',
  'Compat.answer': 'twenty of one setting of an API',
  'CompatVerification.failures': 'at most 200 of one verification',
  'RecordedRuns.failures': 'at most 200 of one verification',
  'Api.meters': 'one setting of an API, bounded when it is given',
  'Api.operationSecurity': 'one setting of an API, bounded when it is given',
  'Api.registeredOperations': 'one setting of an API, bounded when it is given',
  'Api.security': 'one setting of an API, bounded when it is given',
  'Api.securityDefinitions': 'one setting of an API, bounded when it is given',
  'AuditEventConnection.nodes': 'the page of auditEvents(first)',
  'GraphQLServerReport.breakingChanges': 'two hundred of one server',
  'HeldGraphQLSchema.breakingChanges': 'two hundred of one schema',
  'ApiDifference.breaks': 'the breaks between two documents, whose bytes are bounded',
  'ApiImport.publications': 'the catalogs that one import names',
  'ApiImportPublication.warnings': 'a few for the one API of an import',
  'ApiPreview.securitySchemes': 'the schemes of one document, whose bytes are bounded',
  'Call.decision': 'the steps of one call',
  'CatalogBackend.headers': 'one setting of a back-end, bounded when it is given',
  'CatalogBackend.targets': 'one setting of a back-end, bounded when it is given',
  'CatalogChange.fields': 'the fields of one thing',
  'CatalogChangeConnection.nodes': 'the page of changesBetween(first)',
  'CatalogProduct.warnings': 'a few for each API of one product',
  'ChangePolicy.freezes': 'fifty of one policy',
  'ChangePolicy.rules': 'twenty of one policy',
  'ChangeRequest.actions': 'one of each catalog of an org',
  'ChangeRequest.apis': 'the APIs of the products that one change names',
  'ChangeRequest.approvals': 'a hundred of one change request',
  'ChangeRequest.moved': 'the first hundred',
  'ChangeRequest.transitions': 'the products that one change names',
  'ChangeRequest.waves': 'ten of one change request',
  'ChangeRequest.warnings': 'a few for each API of the products that one change names',
  'GraphQLCosts.rules': 'one setting of an API, bounded when it is given',
  'GraphQLSchemaMember.arguments': 'the arguments of one field',
  'GraphQLServer.explain': 'the fields of the one document that is given',
  'GraphQLServer.sources': 'one setting of a server, bounded when it is given',
  'GraphQLServerReport.operations': 'the operations of the documents of one server, whose bytes are bounded',
  'IssuerCheck.keys': 'the keys of one issuer, bounded when they are read',
  'LifecycleChange.apis': 'the APIs of the products that one change names',
  'LifecycleChange.backends': 'the back-ends that one change names',
  'LifecycleChange.transitions': 'the products that one change names',
  'LifecycleChange.warnings': 'a few for each API of the products that one change names',
  'ManifestChange.changes':
    'the entries of the one manifest that is given, and what it prunes: told once, when it is done',
  'OAuthProvider.scopes': 'one setting of a provider, bounded when it is given',
  'OAuthProvider.warnings': 'one of each code',
  'ProductImpact.warnings': 'a few for each API of two products',
  'Rehearsal.ignore': 'fifty of one rehearsal',
  'OperationSecurity.security': 'one setting of an API, bounded when it is given',
  'Plan.limits': 'ten of one plan',
  'PortalPlan.limits': 'ten of one plan',
  'Product.links': 'ten of one product',
  'Branding.links': 'ten of one catalog',
  'PortalBranding.links': 'ten of one catalog',
  'SignInPolicy.providers': 'ten of one catalog',
  'SignInProvider.consumerOrgs': 'a hundred of one provider',
  'SignInProvider.roles': 'a hundred of one provider',
  'PortalCatalog.signInProviders': 'ten of one catalog',
  'CatalogProduct.links': 'ten of one product',
  'ProductAt.links': 'ten of one product',
  'PortalProduct.links': 'ten of one product',
  'Api.links': 'ten of one API',
  'PortalApi.links': 'ten of one API',
  'Plan.links': 'ten of one plan',
  'PortalPlan.links': 'ten of one plan',
  'Price.charges': 'the charges of one plan, bounded when they are given',
  'PortalPrice.charges': 'the charges of one plan, bounded when they are given',
  'InvoicePeriod.lines': 'an amount and the charges of one plan',
  'InvoicePreview.totals': 'one of each currency',
  'PortalInvoicePeriod.lines': 'an amount and the charges of one plan',
  'PortalInvoicePreview.totals': 'one of each currency',
  'OwnLimits.limits': 'ten of one subscription',
  'PlanSimulation.limits': 'twelve of one plan',
  'PlanSimulation.nodes': 'the page of simulatePlan(first)',
  'SimulatedSubscription.refusedBy': 'one a limit of one plan',
  'PortalOwnLimits.limits': 'ten of one subscription',
  'PortalUsage.limits': 'ten of one plan',
  'Query.quotas': 'one of each resource that has a quota',
  'RefusedCall.decision': 'the steps of one call',
  'SecurityRequirement.all': 'ten of one requirement',
  'TestCall.headers': 'the headers of one call',
  'UndoableChangeConnection.nodes': 'the page of undoableChanges(first)',
  'Usage.limits': 'ten of one plan',
  'UsageGroup.meters': 'the meters of the APIs of one group, ten each',
  'UsageConnection.nodes': 'the page of usage(first)',
  'PortalViewer.passkeys': 'ten of one person',
  'Viewer.passkeys': 'twenty of one second factor',
  'PortalApi.security': 'one setting of an API, bounded when it is given',
  'PortalApplication.meters': 'the meters of the APIs that it calls, ten each',
  'PortalSubscription.meters': 'the meters of the APIs that it calls, ten each',
  'PortalApplication.usageHistory': 'the buckets of a period',
  'PortalOperation.security': 'one setting of an API, bounded when it is given',
  'MailPolicy.templates': 'one of each kind and language',
  'FormAnswers.answers': 'one of each field of a form, twenty at most',
  'FormAnswers.terms': 'one of each of the terms of a form, five at most',
  'PortalFormAnswers.answers': 'one of each field of a form, twenty at most',
  'PortalFormAnswers.terms': 'one of each of the terms of a form, five at most',
  'PortalSubscriptionForm.fields': 'twenty of one form',
  'PortalSubscriptionForm.terms': 'five of one form',
  'SubscriptionForm.fields': 'twenty of one form',
  'SubscriptionForm.terms': 'five of one form',
  'Catalog.pages': 'fifty of one catalog',
  'Query.pages': 'fifty of one catalog',
  'Query.featuredProducts': 'twelve of one catalog',
  'PortalChangelogEntry.changes': 'five hundred of one version',
  'PortalAnswer.contents': 'four of one answer',
  'PortalContent.parts': 'a hundred of one schema',
  'PortalOperationDetails.answers': 'twenty of one operation',
  'PortalOperationDetails.parameters': 'sixty of one operation',
  'PortalOperationDetails.request': 'four of one operation',
  'PortalOperationDetails.security': 'one setting of an API, bounded when it is given',
  'PortalRootField.arguments': 'a hundred of one field',
  'PortalProductPage.nodes': 'the page of productPage(first)',
  'PortalRefusedCall.decision': 'the steps of one call',
  'PortalSecurityChange.after': 'one setting of an API, bounded when it is given',
  'PortalSecurityChange.before': 'one setting of an API, bounded when it is given',
  'PortalSecurityOption.beside': 'nine of one requirement',
  'PortalSecurityOption.scopes': 'the scopes of one requirement of an API',
  'PortalSubscription.usageHistory': 'the buckets of a period',
};

type Listed = { readonly at: string; readonly field: GraphQLField<unknown, unknown> };

const listsOf = (schema: GraphQLSchema): Listed[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__'))
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ at: `${type.name}.${field.name}`, field })),
    )
    .filter(({ field: { type } }) => isListType(getNullableType(type)) && !isLeafType(getNamedType(type)));

const isPaged = ({ args }: GraphQLField<unknown, unknown>) =>
  args.some(({ name, defaultValue }) => name === 'first' && Number(defaultValue) <= 50);

describe.each(Object.entries({ management, portal }))('the %s API', (_name, schema) => {
  it('has a page of at most 50 entries, unless more are asked for, of every list that grows', () => {
    const whole = listsOf(schema).filter(({ at, field }) => !isPaged(field) && !Object.hasOwn(bounded, at));
    expect(whole.map(({ at }) => at)).toEqual([]);
  });
});

it('has no list in the table of bounded ones that is not there, or has a page', () => {
  const whole = [management, portal].flatMap(listsOf).filter(({ field }) => !isPaged(field));
  expect(Object.keys(bounded).filter((at) => !whole.some((list) => list.at === at))).toEqual([]);
});
