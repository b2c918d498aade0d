import { consumer, DRAFTS, type Size, SUBSCRIBERS, SUPERSEDED } from './control-plane-world.ts';
import type { World } from './gateway/world.ts';

/** A measured operation. It returns the bytes of its answer. */
export type Operation = {
  readonly name: string;
  run(round: number): Promise<number>;
  /** Each round changes something else. So many that the first ones, which warm it up, are not the median. */
  readonly once?: boolean;
  readonly rounds?: number;
};

type OperationsInput = Pick<World, 'manage'> & {
  readonly controlUrl: string;
  readonly ADMIN_TOKEN: string;
  readonly size: Size;
};

const ADDRESS = 'org: "bench", catalog: "sandbox"';
const PAGE = 50;

export async function operationsOf(input: OperationsInput): Promise<Operation[]> {
  return [
    ...queries(input),
    ...(await consolePages(input)),
    ...(await portalPages(input)),
    ...changes(input),
  ];
}

const sizeOf = (answer: unknown) => JSON.stringify(answer).length;

/** Asks for what is large. It is counted and not parsed: that takes a client as long as the answer takes the platform. */
async function sizeOfLarge({ controlUrl, ADMIN_TOKEN }: OperationsInput, query: string): Promise<number> {
  const answer = await fetch(`${controlUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({ query }),
  });
  let [bytes, begin] = [0, ''];
  for await (const chunk of answer.body ?? []) {
    if (bytes === 0) begin = Buffer.from(chunk).toString('latin1', 0, 300);
    bytes += chunk.length;
  }
  if (!begin.startsWith('{"data":{')) throw new Error(`The management API says: ${begin}`);
  return bytes;
}

function queries(input: OperationsInput): Operation[] {
  const { manage, size } = input;
  const late = size.products - PAGE - DRAFTS;
  const ask =
    (document: string, variables: object = {}) =>
    async () =>
      sizeOf(await manage(document, variables));
  const org = (selection: string) => `{ org(name: "bench") { ${selection} } }`;
  const catalog = (selection: string) => `{ catalog(org: "bench", name: "sandbox") { ${selection} } }`;
  const row = 'name title version state subscriptionCount apis { name } plans { name }';
  return [
    {
      name: `org.products, first ${PAGE}`,
      run: ask(org(`products(first: ${PAGE}) { name title version plans { name } }`)),
    },
    {
      name: 'the same, a late page',
      run: ask(org(`products(first: ${PAGE}, offset: ${late}) { name title version plans { name } }`)),
    },
    {
      name: `catalog.products, first ${PAGE}`,
      run: ask(catalog(`products(first: ${PAGE}) { ${row} }`)),
    },
    {
      name: 'the same, a late page',
      run: ask(catalog(`products(first: ${PAGE}, offset: ${late}) { ${row} }`)),
    },
    {
      name: `catalog.products, first ${PAGE} by text`,
      run: ask(catalog(`products(first: ${PAGE}, search: "product 77") { ${row} }`)),
    },
    {
      name: 'one product of the catalog',
      run: ask(`{ catalogProduct(${ADDRESS}, product: "product-77:1.0.0") { ${row} } }`),
    },
    {
      name: `${PAGE} of the subscriptions of a product`,
      run: ask(
        `{ catalogProduct(${ADDRESS}, product: "product-1:1.0.0") { subscriptions(first: ${PAGE}) { id application { name consumerOrg { name } } } } }`,
      ),
    },
    {
      name: `catalog.consumerOrgs, first ${PAGE} with applications`,
      run: ask(catalog(`consumerOrgs(first: ${PAGE}) { name applications { name } }`)),
    },
    { name: 'all products of the catalog, names alone', run: ask(catalog('products { name version }')) },
    {
      name: 'exportManifest',
      rounds: 3,
      once: true,
      run: () => sizeOfLarge(input, '{ exportManifest(org: "bench") }'),
    },
  ];
}

async function page(url: string, cookie: string): Promise<number> {
  const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}: ${text.slice(0, 300)}`);
  return text.length;
}

async function consolePages({ controlUrl, ADMIN_TOKEN }: OperationsInput): Promise<Operation[]> {
  const signedIn = await fetch(`${controlUrl}/console/sign-in`, {
    method: 'POST',
    headers: { origin: controlUrl },
    body: new URLSearchParams({ token: ADMIN_TOKEN }),
    redirect: 'manual',
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return [
    ['overview', '/overview'],
    ['overview, a late page of a catalog', '/overview?sandbox=190'],
    ['picture of a catalog', '/catalogs/bench/sandbox/picture'],
  ].map(([name, path]) => ({
    name: `console: ${name}`,
    run: () => page(`${controlUrl}/console${path}`, cookie),
  }));
}

async function portalPages({ controlUrl, size }: OperationsInput): Promise<Operation[]> {
  const portal = `${controlUrl}/portal/bench/sandbox`;
  const answer = await fetch(`${portal}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query:
        'mutation($username: String!, $password: String!) { signIn(username: $username, password: $password) { token } }',
      variables: consumer,
    }),
  });
  const { data } = (await answer.json()) as { data: { signIn: { token: string } } };
  const cookie = `__Host-portal.bench.sandbox=${data.signIn.token}`;
  return [
    ['products', '/'],
    ['products, a late page', `/?page=${Math.floor(size.products / PAGE) - 2}`],
    ['search that finds one', '/?search=product+4711'],
    ['search that finds all', '/?search=customer'],
    ['product', '/products/product-77:1.0.0'],
    ['applications', '/applications'],
    ['application', '/applications/application'],
    ['subscriptions', '/subscriptions'],
  ].map(([name, path]) => ({ name: `portal: ${name}`, run: () => page(`${portal}${path}`, cookie) }));
}

function changes({ manage, size }: OperationsInput): Operation[] {
  const lifecycle = 'transitions { product } subscriptions { application kind } undoToken';
  return [
    {
      name: 'createApplication and createSubscription',
      once: true,
      rounds: DRAFTS,
      run: async (round) =>
        sizeOf(
          await manage(
            `mutation($title: String!, $name: String!) {
              createApplication(input: { ${ADDRESS}, consumerOrg: "consumers", title: $title, name: $name }) { clientKey }
              createSubscription(input: { ${ADDRESS}, consumerOrg: "consumers", application: $name, product: "product-77:1.0.0", plan: "gold" }) { id } }`,
            { title: `Late ${round}`, name: `late-${round}` },
          ),
        ),
    },
    {
      name: 'publishProduct, a new one',
      once: true,
      rounds: DRAFTS,
      run: async (round) =>
        sizeOf(
          await manage(
            `mutation($product: VersionedName!) { publishProduct(input: { ${ADDRESS}, product: $product }) { ${lifecycle} } }`,
            { product: `product-${size.products - round}:1.0.0` },
          ),
        ),
    },
    {
      name: `supersedeProduct with ${SUBSCRIBERS} subscribers`,
      once: true,
      rounds: SUPERSEDED,
      run: async (round) =>
        sizeOf(
          await manage(
            `mutation($old: VersionedName!, $new: VersionedName!) { supersedeProduct(input: { ${ADDRESS}, old: $old, new: $new
              plans: [{ source: "gold", target: "gold" }] }) { ${lifecycle} } }`,
            { old: `product-${1 + round}:1.0.0`, new: `product-${1 + round}:2.0.0` },
          ),
        ),
    },
    {
      name: `migrateSubscriptions of ${SUBSCRIBERS}`,
      once: true,
      rounds: SUPERSEDED,
      run: async (round) =>
        sizeOf(
          await manage(
            `mutation($product: VersionedName!) { migrateSubscriptions(input: { ${ADDRESS}, product: $product }) { ${lifecycle} } }`,
            { product: `product-${1 + round}:1.0.0` },
          ),
        ),
    },
  ];
}
