import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  packedSource,
  type ReadSource,
  unpackedSource,
} from '../../../src/control-plane/console/pages/import/import-source.ts';
import { messages } from '../../../src/control-plane/console/pages/messages.ts';

const sources: readonly ReadSource[] = [
  { openapi: '{"openapi":"3.1.0","info":{"title":"[{,\\"","version":"1"}}' },
  { url: 'https://a.example/graphql', sdl: 'type Query { a: [Int], b: Int }' },
];
it.each(sources)('a source comes back with the form as it was read: %j', (source) => {
  expect(unpackedSource(packedSource(source), messages.en)).toEqual(source);
});

it.each([
  ['millions of values', `[${'{},'.repeat(2_000_000)}{}]`],
  ['values within one another', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`],
  ['more members than a source has', `{${Array.from({ length: 100_000 }, (_, at) => `"${at}":1`).join()}}`],
  ['no JSON', '{"openapi":"'],
])('what a changed form has in its place is refused, and not parsed: %s', (_what, json) => {
  const packed = deflateRawSync(json).toString('base64');
  expect(() => unpackedSource(packed, messages.en)).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', message: messages.en.import.source.lost }),
  );
});
