import { documentNamed, requestInShort, rootOf, type Variables, valuesOf, variablesFor } from './document.ts';
import { Unmet } from './expect.ts';
import type { Settings } from './settings.ts';
import { contentInShort } from './short.ts';
import type { Outcomes, Step } from './step.ts';
import { createWire, type Wire } from './wire.ts';

const CATALOG = 'sandbox';

/** The connections that the steps act through, and the results that they share. */
export type Story = Wire & {
  readonly settings: Settings;
  /** An org of this run's own, so that the story can be told again. */
  readonly org: string;
  /** {base_url}/<org_name>/<catalog_name> */
  readonly baseUrl: string;
  /** Runs a document of examples/ as the provider. @throws Unmet when it is refused */
  manage<T>(name: string, variables?: Variables): Promise<T>;
  /** Runs a document of examples/portal/ as the consumer. @throws Unmet when it is refused */
  portal<T>(name: string, variables?: Variables): Promise<T>;
  /** Runs a document of examples/portal/ that has to be refused, and gives the code. @throws Unmet when it is not */
  portalRefusal(name: string, variables?: Variables): Promise<string>;
  /** The consumer's session from now on. */
  enter(token: string): void;
  /** Returns the result of a step that this one needs. */
  of<T>(step: Step<T>): T;
};

type GraphQLAnswer = {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
};

export function createStory(settings: Settings, outcomes: Outcomes): Story {
  const wire = createWire();
  wire.hide(settings.adminToken);
  const org = `story-${Date.now().toString(36)}`;
  const given = {
    org,
    catalog: CATALOG,
    registryUrl: `${settings.backendsUrl}/auth`,
    customerDatabaseUrl: `${settings.backendsUrl}/customerdb/v1`,
    graphqlUrl: `${settings.graphqlServerUrl}/api/sample`,
  };
  let session: string | undefined;

  const managementApi = () => ({ url: `${settings.controlUrl}/graphql`, token: settings.adminToken });
  const portalApi = () => ({
    url: `${settings.controlUrl}/portal/${org}/${CATALOG}/graphql`,
    token: session,
  });
  const run = (name: string, values: Variables, api: { url: string; token: string | undefined }) =>
    runDocument(wire, { name, values: { ...given, ...values }, ...api });

  return {
    ...wire,
    settings,
    org,
    baseUrl: `${settings.gatewayUrl}/${org}/${CATALOG}`,
    manage: async <T>(name: string, values: Variables = {}) =>
      dataOf<T>(await run(name, values, managementApi())),
    portal: async <T>(name: string, values: Variables = {}) =>
      dataOf<T>(await run(`portal/${name}`, values, portalApi())),
    async portalRefusal(name, values = {}) {
      const { answer } = await run(`portal/${name}`, values, portalApi());
      const [error] = answer.errors ?? [];
      if (!error) throw new Unmet('expected a refusal');
      return error.extensions.code;
    },
    enter(token) {
      session = token;
    },
    of: <T>(step: Step<T>) => {
      const outcome = outcomes.get(step);
      if (outcome?.kind !== 'HELD')
        throw new TypeError(`"${step.title}" is asked for, and not among the needs.`);
      return outcome.result as T;
    },
  };
}

type Run = {
  readonly name: string;
  readonly values: Variables;
  readonly url: string;
  readonly token: string | undefined;
};

async function runDocument(wire: Wire, { name, values, url, token }: Run) {
  const document = documentNamed(name);
  const variables = variablesFor(document, values);
  wire.hideMembersOf(valuesOf(document, variables));
  const { json, status } = await wire.send({
    method: 'POST',
    url,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query: document.text, variables }),
    named: requestInShort(document, variables),
  });
  const root = rootOf(document).name.value;
  if (json === undefined) throw new Unmet(`expected an answer of GraphQL, found status ${status}`);
  const answer = json as GraphQLAnswer;
  if (answer.data && !answer.errors) wire.show(contentInShort(answer.data[root]));
  return { root, answer };
}

function dataOf<T>({ root, answer: { data, errors } }: { root: string; answer: GraphQLAnswer }): T {
  const [error] = errors ?? [];
  if (error) throw new Unmet(`refused: ${error.extensions.code}: ${error.message}`);
  return data?.[root] as T;
}
