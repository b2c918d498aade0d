import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
});
afterEach(() => gatehouse.close());

const refused = {
  requestId: 'one',
  at: '2027-03-01T00:00:00.000Z',
  method: 'GET',
  path: '/acme/sandbox/customerdb/v1/customers',
  api: 'customerdb:1.0.0',
  oauthProvider: null,
  application: { name: 'app' },
  plan: 'bronze',
  status: 429,
  code: 'RATE_LIMIT_EXCEEDED',
  detail: 'Bronze allows 1 calls in 60 seconds: try again in 9 seconds.',
  remedy: 'Wait.',
  decision: [
    { step: 'request', outcome: 'PASSED', facts: {} },
    { step: 'rateLimit', outcome: 'REFUSED', facts: { limit: 1, remaining: 0 } },
  ],
};

describe('why a call was refused', () => {
  beforeEach(() => gatehouse.answer(() => Response.json({ data: { why: refused } })));

  it('is told step by step', async () => {
    expect(await gatehouse.run('why', 'one', '--org', 'acme')).toEqual({
      code: 0,
      stdout: [
        '2027-03-01T00:00:00.000Z GET /acme/sandbox/customerdb/v1/customers',
        '429 RATE_LIMIT_EXCEEDED: Bronze allows 1 calls in 60 seconds: try again in 9 seconds.',
        'API customerdb:1.0.0, application app, plan bronze',
        '- request PASSED {}',
        '- rateLimit REFUSED {"limit":1,"remaining":0}',
        'What the caller can do: Wait.',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(gatehouse.sent.at(-1)?.body).toMatchObject({ variables: { org: 'acme', requestId: 'one' } });
  });

  it('names the OAuth provider whose endpoint refused it', async () => {
    const request = { ...refused, api: null, oauthProvider: 'customer-oauth', application: null, plan: null };
    gatehouse.answer(() => Response.json({ data: { why: request } }));
    const { stdout } = await gatehouse.run('why', 'one');
    expect(stdout).toContain('\nOAuth provider customer-oauth, application -, plan -\n');
  });

  it('is told as JSON to who asks for it', async () => {
    const { stdout } = await gatehouse.run('why', 'one', '-o', 'json');
    expect(JSON.parse(stdout)).toEqual(refused);
  });

  it('does nothing to a terminal, whatever the path was', async () => {
    const path = '/a\u001b[2J\r\nb';
    gatehouse.answer(() => Response.json({ data: { why: { ...refused, path } } }));
    const { stdout } = await gatehouse.run('why', 'one');
    expect(stdout).toContain('GET /a[2J b\n');
  });
});

it('a call that is not kept ends with exit code 1', async () => {
  gatehouse.answer(() => Response.json({ data: { why: null } }));
  expect(await gatehouse.run('why', 'two')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'gatehouse: NOT_FOUND: No refused call two is kept: the newest are, for a day, about a second after they were made.\n',
  });
});
