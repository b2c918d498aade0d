import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
});
afterEach(() => gatehouse.close());

const triedAt = '2027-03-01T00:00:00.000Z';
const unsettledGraphQLSchemas = [
  {
    name: 'books',
    version: '1.0.0',
    schemaRefresh: { triedAt, failure: null, held: { at: triedAt, breaks: ['Query.books was removed.'] } },
  },
  {
    name: 'users',
    version: '2.0.0',
    schemaRefresh: { triedAt, failure: 'It could not be asked.', held: null },
  },
];

describe('the schemas that wait', () => {
  beforeEach(() => gatehouse.answer(() => Response.json({ data: { unsettledGraphQLSchemas } })));

  it('are listed with what they would break, and those that could not be asked with why', async () => {
    expect(await gatehouse.run('schemas', '--org', 'acme')).toEqual({
      code: 0,
      stdout: [
        `books:1.0.0 held since ${triedAt}`,
        '- Query.books was removed.',
        `users:2.0.0 failed at ${triedAt}: It could not be asked.`,
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(gatehouse.sent.at(-1)?.body).toMatchObject({ variables: { org: 'acme' } });
  });

  it('are listed to the last, page by page', async () => {
    const all = Array.from({ length: 450 }, (_, at) => ({
      ...unsettledGraphQLSchemas[1],
      name: `api-${at}`,
    }));
    gatehouse.answer(({ body }) => {
      const { offset } = (body as { variables: { offset: number } }).variables;
      return Response.json({ data: { unsettledGraphQLSchemas: all.slice(offset, offset + 200) } });
    });
    const { code, stdout } = await gatehouse.run('schemas', '-o', 'json');
    expect([code, JSON.parse(stdout)]).toEqual([0, all]);
  });

  it('are listed as JSON to who asks for it', async () => {
    expect(JSON.parse((await gatehouse.run('schemas', '-o', 'json')).stdout)).toEqual(
      unsettledGraphQLSchemas,
    );
  });
});

describe('a schema that waits', () => {
  it.each([
    ['--accept', 'acceptHeldGraphQLSchema', 'taken'],
    ['--dismiss', 'dismissHeldGraphQLSchema', 'dismissed'],
  ])('is settled by %s', async (option, mutation, told) => {
    gatehouse.answer(() => Response.json({ data: { [mutation]: { name: 'books', version: '1.0.0' } } }));
    expect(await gatehouse.run('schemas', 'books:1.0.0', option, '--org', 'acme')).toEqual({
      code: 0,
      stdout: `books:1.0.0: the schema is ${told}\n`,
      stderr: '',
    });
    expect(gatehouse.sent.at(-1)?.body).toMatchObject({
      query: expect.stringContaining(mutation),
      variables: { input: { org: 'acme', api: 'books:1.0.0' } },
    });
  });
});
