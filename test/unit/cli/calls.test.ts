import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
});
afterEach(() => gatehouse.close());

const refused = {
  requestId: 'r-1',
  at: '2027-03-01T00:00:00.000Z',
  method: 'GET',
  path: '/acme/sandbox/parcels/v1/parcels',
  status: 401,
  code: 'CLIENT_ID_MISSING',
  durationMs: 0.4,
  api: null,
  oauthProvider: null,
  application: null,
};
const answered = {
  ...refused,
  requestId: 'r-2',
  status: 200,
  code: null,
  durationMs: 12.7,
  api: 'parcels:1.0.0',
  application: { name: 'shop', consumerOrg: { name: 'consumers' } },
};
const lines = [
  `${refused.at} 401 CLIENT_ID_MISSING GET ${refused.path} 0 ms r-1`,
  `${refused.at} 200 answered GET ${refused.path} parcels:1.0.0 consumers/shop 13 ms r-2`,
];

describe('the last calls', () => {
  it('are a line each, the oldest first', async () => {
    gatehouse.answer(() => Response.json({ data: { calls: [answered, refused] } }));
    expect(await gatehouse.run('calls', '--org', 'acme')).toEqual({
      code: 0,
      stdout: `${lines.join('\n')}\n`,
      stderr: '',
    });
    expect(gatehouse.sent.at(-1)?.body).toMatchObject({ variables: { org: 'acme', filter: {}, first: 50 } });
  });

  it('are filtered as the API does, and are JSON to who asks for it', async () => {
    gatehouse.answer(() => Response.json({ data: { calls: [refused] } }));
    const filters = [
      ['--outcome', 'refused', '--code', 'CLIENT_ID_MISSING', '--status', '401', '--api', 'parcels:1.0.0'],
      [
        '--operation',
        'GET /parcels',
        '--application',
        'consumers/shop',
        '--slower-than',
        '2s',
        '--first',
        '5',
      ],
    ].flat();
    const { stdout } = await gatehouse.run('calls', ...filters, '-o', 'json');
    expect(JSON.parse(stdout)).toEqual(refused);
    expect(gatehouse.sent.at(-1)?.body).toMatchObject({
      variables: {
        first: 5,
        filter: {
          outcome: 'REFUSED',
          code: 'CLIENT_ID_MISSING',
          status: 401,
          api: 'parcels:1.0.0',
          operation: 'GET /parcels',
          consumerOrg: 'consumers',
          application: 'shop',
          slowerThanMs: 2_000,
        },
      },
    });
  });

  it.each([
    [['--outcome', 'lost'], '--outcome "lost" is not one of answered, refused.'],
    [['--status', 'bad'], '--status "bad" is no whole number.'],
    [['--slower-than', '9'], '--slower-than "9" is no time up to a day: give it as 500ms, 60s, 2m or 1h.'],
    [['more'], 'The argument "more" belongs to no option.'],
  ])('refuse %j', async (args, sentence) => {
    const { code, stderr } = await gatehouse.run('calls', ...args);
    expect([code, stderr]).toEqual([2, `gatehouse: USAGE: ${sentence}\n`]);
  });
});

describe('calls that are followed', () => {
  const stream = (...parts: string[]) =>
    new Response(new Blob(parts).stream(), { headers: { 'content-type': 'text/event-stream' } });
  const next = (result: object) => `event: next\ndata: ${JSON.stringify(result)}\n\n`;

  it('are printed as they come, until the stream ends, which is a fault', async () => {
    gatehouse.answer(() =>
      stream(
        ':\n\n',
        next({ data: { calls: refused } }),
        next({ data: { calls: answered } }),
        'event: complete\n\n',
      ),
    );
    expect(await gatehouse.run('calls', '--follow', '--code', 'CLIENT_ID_MISSING')).toEqual({
      code: 1,
      stdout: `${lines.join('\n')}\n`,
      stderr:
        'gatehouse: UNREACHABLE: http://127.0.0.1:9000 has ended the stream: is the platform still running there?\n',
    });
    const { headers, body } = gatehouse.sent.at(-1) ?? {};
    expect(headers?.get('accept')).toBe('text/event-stream');
    expect(body).toMatchObject({ variables: { filter: { code: 'CLIENT_ID_MISSING' } } });
  });

  it.each([
    () =>
      stream(next({ errors: [{ message: 'There are too many.', extensions: { code: 'QUOTA_EXCEEDED' } }] })),
    () =>
      Response.json({ errors: [{ message: 'There are too many.', extensions: { code: 'QUOTA_EXCEEDED' } }] }),
  ])('end with what the platform refuses them for', async (answer) => {
    gatehouse.answer(answer);
    const { code, stderr } = await gatehouse.run('calls', '-F');
    expect([code, stderr]).toEqual([1, 'gatehouse: QUOTA_EXCEEDED: There are too many.\n']);
  });
});
