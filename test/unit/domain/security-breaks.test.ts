import { describe, expect, it } from 'vitest';
import type { SecurityDefinition } from '../../../src/domain/api/security/types.ts';
import type { SecurityRequirement, WholeSecurity } from '../../../src/domain/api/security.ts';
import { securityBreaks, wholeSecurityChange } from '../../../src/domain/api/security-breaks.ts';

const securityDefinitions: SecurityDefinition[] = [
  { name: 'key', type: 'API_KEY', kind: 'KEY', keyLocation: 'HEADER', keyName: 'X-API-Key' },
  { name: 'token', type: 'OAUTH2', oauthProvider: 'main', flow: null },
  { name: 'person', type: 'OAUTH2', oauthProvider: 'main', flow: 'ACCESS_CODE' },
];
const key = { definition: 'key', scopes: [] };
const token = (...scopes: string[]) => ({ definition: 'token', scopes });
const person = (...scopes: string[]) => ({ definition: 'person', scopes });
const api = (operations: Record<string, SecurityRequirement[]>, security: SecurityRequirement[] = [key]) =>
  ({
    name: 'shop',
    version: '1.0.0',
    securityDefinitions,
    security,
    operationSecurity: Object.entries(operations).map(([operation, own]) => ({ operation, security: own })),
  }) satisfies WholeSecurity & { name: string; version: string };
const operation = 'DELETE /things/{id}';
const brokenBy = (before: SecurityRequirement[], after: SecurityRequirement[]) =>
  securityBreaks(api({ [operation]: before }), api({ [operation]: after })).map((each) => each.operation);

describe('an operation asks for more than before', () => {
  it.each<[string, SecurityRequirement[], SecurityRequirement[]]>([
    ['another scope', [token('a')], [token('a', 'b')]],
    ['what was open', [], [key]],
    ['one way in fewer', [key, token()], [key]],
    ['another definition beside', [token()], [{ all: [token(), key] }]],
    ['tokens of people alone', [token()], [person()]],
    ['something else', [key], [token()]],
    ['a condition', [key], [{ ...key, condition: 'false' }]],
    ['another condition', [{ ...key, condition: 'true' }], [{ ...key, condition: 'false' }]],
  ])('where it asks for %s', (_what, before, after) => {
    expect(brokenBy(before, after)).toEqual([operation]);
  });

  it.each<[string, SecurityRequirement[], SecurityRequirement[]]>([
    ['it is as before', [token('a')], [token('a')]],
    ['it is open now', [key], []],
    ['a scope less is needed', [token('a', 'b')], [token('b')]],
    ['there is another way in', [key], [token(), key]],
    ['a part is needed no more', [{ all: [token('a'), key] }], [token('a')]],
    ['tokens of any flow are taken', [person('a')], [token('a')]],
    ['its condition is the same', [{ ...key, condition: 'false' }], [{ ...key, condition: 'false' }]],
    ['it has no condition any more', [{ ...key, condition: 'false' }], [key]],
    ['there is a way in without a condition', [key], [{ ...key, condition: 'false' }, key]],
  ])('not where %s', (_what, before, after) => {
    expect(brokenBy(before, after)).toEqual([]);
  });

  it('is compared with the API where it had nothing of its own, or has nothing now', () => {
    expect(securityBreaks(api({}), api({ [operation]: [token('erase')] }))).toMatchObject([
      {
        operation,
        message:
          'it asks for an access token of main (any flow) with erase now, asked for an API key in the header X-API-Key',
      },
    ]);
    expect(securityBreaks(api({ [operation]: [] }), api({}))).toHaveLength(1);
    expect(securityBreaks(api({ [operation]: [key] }), api({}))).toEqual([]);
  });

  it('says that the condition is another one, and not which', () => {
    const [before, after] = ['client.plan == "gold"', 'false'].map((condition) => [{ ...key, condition }]);
    expect(
      securityBreaks(api({ [operation]: before ?? [] }), api({ [operation]: after ?? [] })),
    ).toMatchObject([
      {
        operation,
        message:
          'it asks for an API key in the header X-API-Key under a condition, and the condition is another one now',
      },
    ]);
  });

  it('is the same operation where its parameter has another name', () => {
    const after = api({ 'DELETE /things/{thing}': [token('a', 'b')] });
    expect(securityBreaks(api({ [operation]: [token('a')] }), after)).toMatchObject([
      { operation: 'DELETE /things/{thing}' },
    ]);
    expect(securityBreaks(api({ [operation]: [token('a', 'b')] }), after)).toEqual([]);
  });
});

describe('what a whole API asks for', () => {
  const changed = (before: SecurityRequirement[], after: SecurityRequirement[]) =>
    wholeSecurityChange(api({}, before), api({}, after));

  it('is told when it is another than before, and whether callers may be refused', () => {
    expect(changed([key], [token()])).toMatchObject({
      breaks: true,
      message:
        'it asks for an access token of main (any flow) now, asked for an API key in the header X-API-Key',
    });
    expect(changed([key], [key, token()])).toMatchObject({ breaks: false });
    expect(changed([key], [])).toMatchObject({
      breaks: false,
      message: expect.stringContaining('nothing now'),
    });
  });

  it('is not told when it is the same, nor are changes of operations', () => {
    expect(changed([key, token()], [token(), key])).toBeUndefined();
    expect(wholeSecurityChange(api({ [operation]: [key] }), api({ [operation]: [token()] }))).toBeUndefined();
  });
});
