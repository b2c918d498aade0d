import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { refuseForm } from '../../../../graphql/server/run-document.ts';
import { readForm, readTexts } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { type Api, type ApiAddress, OPERATION_SECURITY, type UPDATE } from './api-query.ts';

type UpdateInput = Omit<VariablesOf<typeof UPDATE>['input'], 'org' | 'api'>;
type Definition = NonNullable<UpdateInput['securityDefinitions']>[number];
type Requirement = NonNullable<UpdateInput['security']>[number];
type ShownDefinition = Api['securityDefinitions'][number];

/** The kinds of key that an API can take, by the value of their box. */
export const keys = {
  KEY: { name: 'api-key', keyName: 'X-API-Key' },
  CLIENT_ID_AND_SECRET: { name: 'client-id-and-secret', keyName: 'X-Client-Id' },
  CLIENT_ID: { name: 'client-key', keyName: 'X-Client-Id' },
} as const;
type Kind = keyof typeof keys;
export const keyKinds = Object.keys(keys) as Kind[];

/** The value of the box of client certificates, and the name of their definition. */
export const CERTIFICATE_WAY = 'client-certificate';

/** Makes the input that states a definition. */
export const definitionInput = ({
  oauthProvider,
  userRegistry,
  ...definition
}: ShownDefinition): Definition => ({
  ...definition,
  ...(oauthProvider && { oauthProvider: oauthProvider.name }),
  ...(userRegistry && { userRegistry: userRegistry.name }),
});

/**
 * Reads the form of the security. A definition that is there keeps its name, which requirements refer to, and one that
 * operations ask for stays.
 */
export async function securityInputIn(c: Context<ConsoleEnv>, address: ApiAddress): Promise<UpdateInput> {
  const { securityDefinitions = [], security = [] } = await accessInputIn(c);
  const { api } = await c.var.pageContext.session.run(OPERATION_SECURITY, address);
  const ofOperations = new Set(
    api?.operationSecurity.flatMap((each) =>
      each.security.flatMap(({ all }) => all.map(({ definition }) => definition)),
    ),
  );
  const kept = (api?.securityDefinitions ?? []).filter(
    ({ name }) => ofOperations.has(name) && !securityDefinitions?.some((made) => made.name === name),
  );
  return { securityDefinitions: [...(securityDefinitions ?? []), ...kept.map(definitionInput)], security };
}

async function accessInputIn(c: Context<ConsoleEnv>): Promise<UpdateInput> {
  const { access } = await readForm(c, 'access');
  const ways = await readTexts(c, 'ways');
  if (access === 'open') return { securityDefinitions: [], security: [] };
  const made: { definition: Definition; scopes: readonly string[] }[] = [];
  for (const way of ways) {
    const kind = keyKinds.find((each) => each === way);
    if (kind) made.push({ definition: await keyIn(c, kind), scopes: [] });
    else if (way.startsWith('oauth-')) {
      const oauthProvider = way.slice('oauth-'.length);
      const fields = [`flow-${way}`, `name-${way}`] as const;
      const { [fields[0]]: flow, [fields[1]]: name } = await readForm<string>(c, ...fields);
      made.push({
        definition: {
          name: name || oauthProvider,
          type: 'OAUTH2',
          oauthProvider,
          ...(flow && { flow: flow as NonNullable<Definition['flow']> }),
        },
        scopes: await readTexts(c, `scopes-${way}`),
      });
    } else if (way.startsWith('basic-')) made.push({ definition: await basicIn(c, way), scopes: [] });
    else if (way === CERTIFICATE_WAY) made.push({ definition: await certificateIn(c), scopes: [] });
  }
  // An empty list would open the API to everybody.
  if (made.length === 0) refuseForm(c.var.pageContext.text.apis.security.nothingTicked, ['access']);
  const { needed, condition } = await readForm(c, 'needed', 'condition');
  const required = made.map(({ definition, scopes }) => ({
    definition: definition.name,
    scopes: [...scopes],
  }));
  return {
    securityDefinitions: made.map(({ definition }) => definition),
    security: underCondition(needed === 'all' ? [{ all: required }] : required, condition),
  };
}

/** Adds a condition to each requirement; an empty one is none. */
function underCondition(requirements: readonly Requirement[], condition: string): Requirement[] {
  const text = condition.trim();
  return requirements.map((each) => (text === '' ? each : { ...each, condition: text }));
}

/**
 * Reads the form of an operation's security. What the other operations ask for stays.
 *
 * An operation is taken from the list by the same form with `remove`.
 */
export async function operationSecurityInputIn(
  c: Context<ConsoleEnv>,
  address: ApiAddress,
): Promise<UpdateInput> {
  const form = await readForm(
    c,
    'operation',
    'remove',
    'operationAccess',
    'operationNeeded',
    'operationCondition',
  );
  const operation = form.operation.trim();
  const { api } = await c.var.pageContext.session.run(OPERATION_SECURITY, address);
  const others = (api?.operationSecurity ?? []).filter((each) => each.operation !== operation);
  const kept = others.map((each) => ({
    operation: each.operation,
    security: each.security.map(({ all, condition }) => ({ all, condition })),
  }));
  if (form.remove === 'yes') return { operationSecurity: kept };
  const required: { definition: string; scopes: string[] }[] = [];
  for (const definition of await readTexts(c, 'definitions'))
    required.push({ definition, scopes: [...(await readTexts(c, `operation-scopes-${definition}`))] });
  const isOpen = form.operationAccess === 'open';
  // An empty list would open the operation to everybody.
  if (!isOpen && required.length === 0)
    refuseForm(c.var.pageContext.text.apis.operationSecurity.nothingTicked, ['operationAccess']);
  const asked = form.operationNeeded === 'all' ? [{ all: required }] : required;
  const security = underCondition(asked, form.operationCondition);
  return { operationSecurity: [...kept, { operation, security: isOpen ? [] : security }] };
}

async function keyIn(c: Context<ConsoleEnv>, kind: Kind): Promise<Definition> {
  const [location, header, own] = [`location-${kind}`, `keyName-${kind}`, `name-${kind}`] as const;
  const form = await readForm(c, location, header, own);
  return {
    name: form[own] || keys[kind].name,
    type: 'API_KEY',
    kind,
    keyLocation: form[location] === 'QUERY' ? 'QUERY' : 'HEADER',
    ...(form[header]?.trim() && { keyName: form[header].trim() }),
  };
}

async function basicIn(c: Context<ConsoleEnv>, way: string): Promise<Definition> {
  const userRegistry = way.slice('basic-'.length);
  const own = `name-${way}`;
  const { [own]: name } = await readForm<string>(c, own);
  return { name: name || `basic-${userRegistry}`, type: 'HTTP_BASIC', userRegistry };
}

async function certificateIn(c: Context<ConsoleEnv>): Promise<Definition> {
  const own = `name-${CERTIFICATE_WAY}`;
  const { [own]: name } = await readForm<string>(c, own);
  return { name: name || CERTIFICATE_WAY, type: 'MUTUAL_TLS' };
}
