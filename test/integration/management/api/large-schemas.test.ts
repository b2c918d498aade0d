// What a large schema costs everybody else: it is read by a child process, and built here in many turns.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerAsGraphQLServer } from '../../../support/apis.ts';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

// A child process takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 120_000 });

/** A schema of so many kilobytes. */
function sdlOf(kilobytes: number, ending = ''): string {
  const types: string[] = [];
  for (let length = 0; length < kilobytes * 1_024; ) {
    const at = types.length;
    const fields = Array.from({ length: 10 }, (_, field) => `f${field}(a: Int): T${(at + field) % (at + 1)}`);
    const type = `type T${at} { ${fields.join(' ')} }`;
    length += type.length;
    types.push(type);
  }
  return `type Query { first: T0 }\n${types.join('\n')}\n${ending}`;
}

let world: ManagementWorld;
let server: Upstream;
beforeAll(async () => {
  [world, server] = await Promise.all([openManagement(), recordingUpstream()]);
  await world.mutate('createOrg', { title: 'Acme' });
});
afterAll(async () => {
  await Promise.all([world.close(), server.close()]);
});

const create = (title: string, more: object = {}) => ({
  title,
  graphqlUrl: `${server.url}/graphql`,
  ...more,
});

describe('a large schema', () => {
  it('is taken, given or asked for, with cost rules and registered operations that fit it', async () => {
    const sdl = sdlOf(150);
    const settings = {
      costs: { rules: [{ at: 'T1.f1', weight: 3 }] },
      registeredOperations: [{ id: 'one', document: '{ first { f0 { f1 { __typename } } } }' }],
    };
    const given = await world.mutate<{ sdl: string }>(
      'createApi',
      create('Given', { sdl, ...settings }),
      '{ sdl }',
    );
    expect(given.sdl).toContain('type T1 {');
    answerAsGraphQLServer(server, sdl);
    const asked = await world.mutate<{ sdl: string }>('createApi', create('Asked'), '{ sdl }');
    expect(asked.sdl).toContain('type T1 {');
  });

  it.each([
    [
      'is no schema',
      { sdl: sdlOf(150, 'type Lost { of: Nowhere }') },
      {
        code: 'GRAPHQL_SERVER_UNUSABLE',
        path: ['input', 'sdl'],
        message: 'This is no GraphQL schema: Unknown type "Nowhere".',
      },
    ],
    [
      'has more than 2 MB',
      { sdl: sdlOf(2_049) },
      {
        code: 'GRAPHQL_SERVER_UNUSABLE',
        path: ['input', 'sdl'],
        message: 'The schema of the GraphQL server is larger than 2 MB.',
      },
    ],
    [
      'has no place for a cost rule',
      { sdl: sdlOf(150), costs: { rules: [{ at: 'T1.gone', weight: 3 }] } },
      {
        code: 'BAD_USER_INPUT',
        path: ['input', 'costs'],
        message: 'The cost rule for T1.gone is not in the schema.',
      },
    ],
  ])('is refused as a small one is where it %s', async (_, more, refusal) => {
    expect(await world.refused('createApi', create('Refused', more))).toMatchObject(refusal);
  });

  it('has its parts hidden by plans, and by none that it does not have', async () => {
    await world.mutate('createApi', create('Hidden', { sdl: sdlOf(150) }));
    const product = (hidden: string) => ({
      title: 'Large',
      apis: ['hidden:1.0.0'],
      plans: [{ title: 'Gold', hiddenGraphQL: [hidden] }],
    });
    expect(await world.refused('createProduct', product('T1.gone'))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining(
        'The plan gold hides T1.gone, which no GraphQL API of the product has',
      ),
    });
    expect(await world.mutate('createProduct', product('T1.f1'), '{ name }')).toEqual({ name: 'large' });
  });
});
