import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine, refuseConnection } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
});
afterEach(() => gatehouse.close());

/** Answers one after the other, the last for ever; each takes ten seconds of the clock. */
function answerInTurn(...answers: (() => Response)[]) {
  let turn = 0;
  gatehouse.answer(() => {
    gatehouse.pass(10_000);
    const answer = answers[Math.min(turn, answers.length - 1)];
    turn += 1;
    return answer?.() ?? refuseConnection();
  });
}

const pending = () => Response.json({ state: 'Pending' }, { status: 503 });
const ready = () => Response.json({ state: 'Ready' });
const server =
  (state: string | null, failure: string | null = null) =>
  () =>
    Response.json({ data: { graphqlServer: state && { state, failure } } });

describe('waiting until the platform is ready', () => {
  it('goes on while nobody answers and while it is pending; needs no token', async () => {
    gatehouse.set({ GATEHOUSE_TOKEN: undefined, OPS_URL: 'http://127.0.0.1:9999' });
    answerInTurn(refuseConnection, pending, ready);
    expect(await gatehouse.run('wait', '--for=ready')).toEqual({
      code: 0,
      stdout: '',
      stderr: [
        'Waiting for ready: Nothing answers at http://127.0.0.1:9999/readyz (ECONNREFUSED): is the platform running there.',
        'Waiting for ready: /readyz says 503 Pending.',
        '',
      ].join('\n'),
    });
    expect(gatehouse.sent.map(({ url }) => url)).toEqual(Array(3).fill('http://127.0.0.1:9999/readyz'));
  });

  it('asks the host of the platform where no address of its operations listener is known', async () => {
    gatehouse.set({ GATEHOUSE_URL: 'https://gatehouse.example.com' });
    answerInTurn(ready);
    expect(await gatehouse.run('wait', '--for', 'ready')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(gatehouse.sent.map(({ url }) => url)).toEqual(['http://gatehouse.example.com:9100/readyz']);
  });

  it('asks at GATEHOUSE_OPS_URL before OPS_URL', async () => {
    gatehouse.set({ OPS_URL: 'http://127.0.0.1:9999', GATEHOUSE_OPS_URL: 'https://ops.example.com' });
    answerInTurn(ready);
    await gatehouse.run('wait', '--for', 'ready');
    expect(gatehouse.sent.map(({ url }) => url)).toEqual(['https://ops.example.com/readyz']);
  });

  it.each([
    [pending, '/readyz says 503 Pending'],
    [
      refuseConnection,
      'Nothing answers at http://127.0.0.1:9100/readyz (ECONNREFUSED): is the platform running there',
    ],
  ])('ends when the time is over, and says what was said last', async (answer, said) => {
    answerInTurn(answer);
    expect(await gatehouse.run('wait', '--for=ready', '--timeout', '15s')).toEqual({
      code: 1,
      stdout: '',
      stderr: `Waiting for ready: ${said}.\ngatehouse: TIMEOUT: ready was not reached within 15 s: ${said}.\n`,
    });
  });
});

describe('waiting for a GraphQL server', () => {
  it('goes on until its state is READY', async () => {
    answerInTurn(server(null), server('PENDING'), server('READY'));
    const args = ['--for=graphql-server/customers', '--org', 'acme'];
    expect(await gatehouse.run('wait', ...args)).toEqual({
      code: 0,
      stdout: '',
      stderr: [
        'Waiting for graphql-server/customers: there is no GraphQL server customers.',
        'Waiting for graphql-server/customers: its state is PENDING.',
        '',
      ].join('\n'),
    });
    expect(gatehouse.sent.at(-1)?.body).toMatchObject({ variables: { org: 'acme', name: 'customers' } });
  });

  it('ends at once when it has failed, when the caller may not ask, and when the time is over', async () => {
    answerInTurn(server('FAILED', 'The document of "accounts" cannot be read.'));
    expect(await gatehouse.run('wait', '--for=graphql-server/customers')).toMatchObject({
      code: 1,
      stderr:
        'gatehouse: GRAPHQL_SERVER_FAILED: customers has failed: The document of "accounts" cannot be read.\n',
    });
    answerInTurn(() => Response.json({ errors: [{ message: 'No.', extensions: { code: 'FORBIDDEN' } }] }));
    expect((await gatehouse.run('wait', '--for=graphql-server/customers')).stderr).toBe(
      'gatehouse: FORBIDDEN: No.\n',
    );
    answerInTurn(server('PENDING'));
    expect((await gatehouse.run('wait', '--for=graphql-server/customers', '--timeout=5s')).stderr).toBe(
      [
        'Waiting for graphql-server/customers: its state is PENDING.',
        'gatehouse: TIMEOUT: graphql-server/customers was not reached within 5 s: its state is PENDING.',
        '',
      ].join('\n'),
    );
  });
});
