/** A mutation that pages lead to, with its input type and its selection. Without a selection its answer is `true`. */
type Prefilled = { readonly input: string; readonly selection?: string };

/** The fields of a lifecycle change that pages show. */
export const CHANGE_SELECTION = `dryRun
    transitions { product from to }
    apis { api product from to }
    backends { name from { targets { url } } to { targets { url } } }
    subscriptions(first: 50) { consumerOrg application kind fromProduct fromPlan toProduct toPlan }
    warnings { code subject message facts breaks { operation message phrase } affectedCount unaffectedCount
      affected { application consumerOrg operation field certain calls lastCallAt } }
    change { id until }` as const;

const change = (input: string): Prefilled => ({ input, selection: CHANGE_SELECTION });

/** Mutation that brings APIs to callers. Its selection includes the security warnings. */
const serving = (input: string): Prefilled => ({
  input,
  selection: `${CHANGE_SELECTION}
    product { apis { name version securityWarnings } }`,
});

export const mutations = {
  stageProduct: serving('CatalogProductInput'),
  publishProduct: serving('CatalogProductInput'),
  supersedeProduct: serving('SupersedeProductInput'),
  replaceProduct: serving('SupersedeProductInput'),
  setMigrationTarget: change('SupersedeProductInput'),
  migrateSubscriptions: change('MigrateSubscriptionsInput'),
  deprecateProduct: change('DeprecateProductInput'),
  retireProduct: change('CatalogProductInput'),
  archiveProduct: change('CatalogProductInput'),
  removeProduct: change('CatalogProductInput'),
  setApiOnline: {
    input: 'SetApiOnlineInput',
    selection: `lifecycleChange { ${CHANGE_SELECTION} }`,
  },
  undoLifecycleChange: change('UndoLifecycleChangeInput'),
  updateCatalog: { input: 'UpdateCatalogInput', selection: 'name title selfServiceSignUp' },
  updateApi: {
    input: 'UpdateApiInput',
    selection: 'name version basePath targetUrl backend { name } graphqlUrl',
  },
  createBackend: { input: 'CreateBackendInput', selection: 'name' },
  setBackend: {
    input: 'SetBackendInput',
    selection: `dryRun
    apis
    before { targets { url weight drained } }
    after { targets { url weight drained } credentials { type username name secret } }`,
  },
  removeBackend: { input: 'RemoveBackendInput' },
  deleteSecret: { input: 'SecretInput' },
  saveApiAsNewVersion: { input: 'SaveApiAsNewVersionInput', selection: 'name version' },
  deleteApi: { input: 'ApiInput' },
  saveProductAsNewVersion: { input: 'SaveProductAsNewVersionInput', selection: 'name version' },
  deleteProduct: { input: 'ProductInput' },
  createGraphQLServer: { input: 'CreateGraphQLServerInput', selection: 'name state failure url' },
  updateGraphQLServer: { input: 'UpdateGraphQLServerInput', selection: 'name state failure' },
} as const satisfies Record<string, Prefilled>;

export type PrefilledMutation = keyof typeof mutations;

/** Address of GraphiQL with a prefilled mutation. */
export function linkTo(mutation: PrefilledMutation, input: object): string {
  const { org } = input as { readonly org?: string };
  // The menu beside it is that of the org that the mutation is about.
  const ofOrg = org === undefined ? '' : `&org=${encodeURIComponent(org)}`;
  return `/console/graphiql?open=${mutation}&variables=${encodeURIComponent(JSON.stringify({ input }))}${ofOrg}`;
}

/** Reads the mutation of such a link; undefined when it is none. */
export function prefilled(
  name: string | undefined,
  variables: string | undefined,
): { readonly query: string; readonly variables: string } | undefined {
  if (name === undefined || !Object.hasOwn(mutations, name)) return undefined;
  const { input, selection }: Prefilled = mutations[name as PrefilledMutation];
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const selected = selection === undefined ? '' : ` {\n    ${selection}\n  }`;
  const query = `mutation ${title}($input: ${input}!) {
  ${name}(input: $input)${selected}
}
`;
  return { query, variables: readable(variables ?? '{}') };
}

/** Formats JSON. Other text is shown as it came; GraphiQL names its fault. */
function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
