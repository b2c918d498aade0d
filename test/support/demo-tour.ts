import { readdirSync, readFileSync } from 'node:fs';
import type { Settings } from './platform.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);

/** Runs an example against the demo world of a platform, for example `17-supersede-product`. */
export type Manage = <Data = Record<string, unknown>>(
  example: string,
  variables?: Readonly<Record<string, unknown>>,
) => Promise<Data>;

/** @throws Error with the answer, when the example is refused */
export function managerOf({ CONTROL_URL, ADMIN_TOKEN }: Settings): Manage {
  return async (example, variables = {}) => {
    const query = readFileSync(new URL(`${example}.graphql`, EXAMPLES), 'utf8');
    const response = await fetch(`${CONTROL_URL}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ query, variables: { org: 'acme', ...variables } }),
    });
    const { data, errors } = (await response.json()) as { data: never; errors?: unknown };
    if (errors) throw new Error(`${example}: ${JSON.stringify(errors)}`);
    return data;
  };
}

/** The examples by their numbers, in order. */
function numbered(...numbers: readonly string[]): string[] {
  const names = readdirSync(EXAMPLES).map((name) => name.replace(/\.graphql$/, ''));
  return numbers.flatMap((number) => names.filter((name) => name.startsWith(`${number}-`)));
}

/**
 * Supersedes version 1.0.0 by 2.0.0, which has tokens and three plans.
 *
 * Subscribers of 1.0.0 may migrate to Bronze.
 */
export async function supersedeCustomer(manage: Manage): Promise<void> {
  for (const example of numbered('06', '07', '08', '12', '13', '14', '15', '17')) await manage(example);
}

/** Publishes the sample GraphQL server as a GraphQL proxy API with its own product. */
export async function publishSampleGraphQL(manage: Manage, { GRAPHQL_SERVER_URL }: Settings): Promise<void> {
  const graphqlUrl = `${GRAPHQL_SERVER_URL}/api/sample`;
  for (const example of numbered('18', '19', '20'))
    await manage(example, example.startsWith('18') ? { graphqlUrl } : {});
}
