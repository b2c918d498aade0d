import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { remedies, remedyFor } from '../../../src/domain/call/remedies.ts';
import { catalogue } from '../../../src/foundation/errors.ts';

/** Where calls of an API are refused. What reaches no API, as a too long address, is no call of it. */
const files = [
  ...readdirSync('src/data-plane/gateway', { recursive: true }).map(
    (file) => `src/data-plane/gateway/${file}`,
  ),
  'src/domain/api/document-bounds.ts',
  'src/http/ingress/declared-body-size.ts',
  'src/http/ingress/idle-time.ts',
  'src/http/ingress/request-rules.ts',
  ...readdirSync('src/infrastructure/outbound/upstream').map(
    (file) => `src/infrastructure/outbound/upstream/${file}`,
  ),
  'src/infrastructure/client-credentials/client-tokens.ts',
  'src/infrastructure/limits/guesses/failed-tokens.ts',
  'src/infrastructure/tokens/verify.ts',
].filter((file) => file.endsWith('.ts'));
const codes = Object.keys(catalogue);
const refusedWith = new Set(
  files
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'([A-Z][A-Z_]+)'/g)])
    .map(([, code]) => code ?? '')
    .filter((code) => codes.includes(code)),
);

describe('the remedies', () => {
  it('are there for every code that the gateway refuses calls with, and for no other', () => {
    expect(Object.keys(remedies).sort()).toEqual([...refusedWith].sort());
  });

  it.each(Object.entries(remedies))('%s says in a sentence what to do', (code, remedy) => {
    expect(remedy).toMatch(/^[A-Z].+\.$/);
    expect(remedyFor({ code })).toBe(remedy);
  });

  it('of a code that is not known here is what helps with any', () => {
    expect(remedyFor({ code: 'OF_A_LATER_VERSION' })).toBe(remedies.INTERNAL);
  });
});
