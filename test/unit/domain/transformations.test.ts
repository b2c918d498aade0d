import { describe, expect, it } from 'vitest';
import { apiSettings } from '../../../src/domain/api/api-settings.ts';
import { filledTemplate } from '../../../src/domain/api/error-templates.ts';
import { checkPathRewrite, rewrittenPath } from '../../../src/domain/api/path-rewrite.ts';
import type { TransformationDraft } from '../../../src/domain/api/transformations.ts';
import { Refusal } from '../../../src/foundation/errors.ts';

function refusedBy(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.inputPath?.slice(1).join('.'), error.message];
    throw error;
  }
  return undefined;
}
const saved = (step: object, kind: 'REST' | 'GRAPHQL' = 'REST') =>
  refusedBy(() => apiSettings({ transformations: [step as TransformationDraft] }, { kind }));

describe('a step that is saved', () => {
  it.each<[string, object, readonly [path: string, message: string]]>([
    [
      'does nothing',
      { on: 'REQUEST' },
      ['transformations.0', 'A step does one thing: give either setHeader,'],
    ],
    [
      'does two things',
      { on: 'REQUEST', removeHeader: 'X-Old', rewritePath: '/x' },
      ['transformations.0', 'A step does one thing'],
    ],
    [
      'touches a header of the connection',
      { on: 'REQUEST', removeHeader: 'Transfer-Encoding' },
      ['transformations.0.removeHeader', 'No step may touch Transfer-Encoding'],
    ],
    [
      "touches one of the gateway's by another spelling",
      { on: 'REQUEST', setHeader: { name: 'x_gatehouse.plan', value: 'gold' } },
      ['transformations.0.setHeader.name', 'No step may touch x_gatehouse.plan'],
    ],
    [
      'gives the back-end credentials',
      { on: 'REQUEST', setHeader: { name: 'Authorization', value: 'Bearer x' } },
      [
        'transformations.0.setHeader.name',
        'Authorization carries credentials: give them to the back-end with setBackend.',
      ],
    ],
    [
      'sets a cookie',
      { on: 'ANSWER', setHeader: { name: 'Set-Cookie', value: 'a=b' } },
      ['transformations.0.setHeader.name', 'Set-Cookie is for the back-end to send'],
    ],
    [
      'speaks for the origin',
      { on: 'ANSWER', setHeader: { name: 'Strict-Transport-Security', value: 'max-age=1' } },
      ['transformations.0.setHeader.name', 'No step may touch'],
    ],
    [
      'has a value with a line break',
      { on: 'ANSWER', setHeader: { name: 'X-Note', value: 'a\r\nb' } },
      ['transformations.0.setHeader.value', 'is no value of a header'],
    ],
    [
      'has neither value nor expression',
      { on: 'ANSWER', setHeader: { name: 'X-Note' } },
      ['transformations.0.setHeader', 'Give either a value or an expression for X-Note.'],
    ],
    [
      'reads the answer before there is one',
      { on: 'REQUEST', condition: 'response.status == 200', removeHeader: 'X-Old' },
      [
        'transformations.0.condition',
        'Line 1, column 1: Unknown variable: response: there are caller, client and operation.',
      ],
    ],
    [
      'asks for a credential',
      { on: 'REQUEST', setHeader: { name: 'X-Copy', expression: 'caller.headers["authorization"]' } },
      ['transformations.0.setHeader.expression', 'Conditions never see the header authorization'],
    ],
    [
      'gives no text',
      { on: 'ANSWER', setHeader: { name: 'X-Status', expression: 'response.status' } },
      ['transformations.0.setHeader.expression', 'convert it, for example with string(…)'],
    ],
    [
      'has a condition that is none',
      { on: 'ANSWER', condition: 'response.status', removeHeader: 'X-Old' },
      ['transformations.0.condition', 'A condition is true or false'],
    ],
    [
      'rewrites an answer',
      { on: 'ANSWER', rewritePath: '/x' },
      ['transformations.0.rewritePath', 'An answer has no path: say on: REQUEST.'],
    ],
  ])('is refused where it %s', (_, step, [path, message]) => {
    expect(saved(step)).toEqual(['BAD_USER_INPUT', path, expect.stringContaining(message)]);
  });

  it('has no path, no type and no error template in a GraphQL API', () => {
    expect(saved({ on: 'REQUEST', rewritePath: '/x' }, 'GRAPHQL')?.[2]).toContain(
      'A GraphQL API has one path',
    );
    expect(saved({ on: 'REQUEST', removeHeader: 'Content-Type' }, 'GRAPHQL')?.[2]).toContain(
      'No step may touch',
    );
    expect(saved({ on: 'REQUEST', setHeader: { name: 'Accept', value: 'a/b' } })).toBeUndefined();
    const errorTemplates = [{ contentType: 'text/plain', body: '{code}' }];
    expect(refusedBy(() => apiSettings({ errorTemplates }, { kind: 'GRAPHQL' }))?.[1]).toBe('errorTemplates');
  });

  it('is one of at most twenty', () => {
    const step = { on: 'ANSWER', removeHeader: 'X-Old' } as const;
    const many = (count: number) =>
      refusedBy(() => apiSettings({ transformations: Array(count).fill(step) }, { kind: 'REST' }));
    expect([many(20), many(21)?.[2]]).toEqual([undefined, 'An API has at most 20 transformations.']);
  });
});

describe('a response cache that is saved', () => {
  it.each([
    [
      { operations: ['POST /x'] },
      'responseCache.operations',
      'Answers of POST /x are not kept: name operations of GET.',
    ],
    [{ seconds: 0 }, 'responseCache.seconds', 'seconds is 0: give a whole number from 1 to 86400.'],
    [{ seconds: 86_401 }, 'responseCache.seconds', 'seconds is 86401'],
  ])('is refused where it cannot be: %j', (responseCache, path, message) => {
    const refused = refusedBy(() => apiSettings({ responseCache }, { kind: 'REST' }));
    expect(refused).toEqual(['BAD_USER_INPUT', path, expect.stringContaining(message)]);
    expect(refusedBy(() => apiSettings({ responseCache }, { kind: 'GRAPHQL' }))?.[1]).toBe('responseCache');
  });
});

describe('a path that a step gives', () => {
  it.each<[string, string[], string]>([
    ['no path', ['v2/x'], 'is no path: write it like /v2/customers/{id}'],
    ['another host', ['//other.example/x'], 'is no path'],
    ['a way out of the path of the back-end', ['/v2/%2e%2e/admin'], 'is no path'],
    ['a fragment', ['/v2#x'], 'is no path'],
    ['a line break', ['/v2\r\nX: 1'], 'is no path'],
    ['a path in the query', ['/v2?p={+path}'], 'is no path'],
    ['a parameter of no operation', ['/v2/{id}'], 'Name the operations whose parameter {id} is.'],
    [
      'a parameter that an operation lacks',
      ['/v2/{id}', 'GET /x/{id}', 'GET /y'],
      'GET /y has no parameter {id}.',
    ],
    ['too much', [`/${'x'.repeat(500)}`], 'A path has at most 500 characters.'],
  ])('is refused where it has %s', (_, [text = '', ...operations], message) => {
    expect(refusedBy(() => checkPathRewrite(text, operations, ['input', 'x']))?.[2]).toContain(message);
  });

  it('never leads out of its own path, whatever the values are', () => {
    const values = new Map([
      ['a', '.'],
      ['b', '%2E'],
    ]);
    expect(rewrittenPath('/x/{a}{b}/y', { path: '/p', values })).toBeUndefined();
    expect(rewrittenPath('/x/{a}x?q={b}', { path: '/p', values })).toEqual({ path: '/x/.x', query: '?q=.' });
  });
});

describe('an error template', () => {
  const words = { code: 'C', status: 400, title: 'T', detail: '<"quoted" & \\>', requestId: 'R' };
  it.each([
    ['application/json', '{"d":"{detail}","s":{status}}', '{"d":"<\\"quoted\\" & \\\\>","s":400}'],
    ['application/xml', '<d>{detail}</d>', '<d>&lt;&quot;quoted&quot; &amp; \\&gt;</d>'],
    ['text/plain', '{code} {other} {detail}', 'C {other} <"quoted" & \\>'],
  ])('escapes what it is filled with for %s', (contentType, body, expected) => {
    expect(filledTemplate({ codes: [], contentType, body }, words)).toBe(expected);
  });

  it.each([
    [
      { codes: ['RATE_LIMIT_EXCEDED'], contentType: 'text/plain', body: '' },
      'did you mean RATE_LIMIT_EXCEEDED?',
    ],
    [{ contentType: 'text/html', body: '<script>' }, '"text/html" is no type of an error'],
    [{ contentType: 'application/json', body: '{"d":{detail}}' }, 'The body is JSON when it is filled in'],
    [{ contentType: 'text/plain', body: 'x'.repeat(4_001) }, 'has at most 4000 characters'],
  ])('is refused where it cannot be: %#', (template, message) => {
    expect(refusedBy(() => apiSettings({ errorTemplates: [template] }, { kind: 'REST' }))?.[2]).toContain(
      message,
    );
  });
});
