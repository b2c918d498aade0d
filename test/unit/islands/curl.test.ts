import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOf } from '../../../web/console/curl.ts';

/** The arguments that a shell makes of a command line. */
function argumentsOf(line: string): string[] {
  const show = `curl() { printf '%s\\0' "$@"; }; ${line}`;
  const { stdout } = spawnSync('/bin/sh', ['-c', show], { encoding: 'utf8', env: { TOKEN: 'gh_1' } });
  return stdout.split('\0').slice(0, -1);
}

it.each([
  ['plain', { query: '{ orgs { name } }', variables: '' }, {}],
  [
    'quotes, lines and what shells look for',
    { query: `# it's "$HOME" \`id\`\n{ orgs }\\`, variables: '' },
    {},
  ],
  ['variables', { query: '{ a }', variables: '{"n": 1}' }, { variables: { n: 1 } }],
  ['variables that are being typed', { query: '{ a }', variables: '{"n": ' }, { variables: {} }],
])('the command line sends the document as it is: %s', (_, document, more) => {
  const line = curlOf('http://control.test/graphql', '$TOKEN', document);
  const [url, , authorization, , contentType, , body] = argumentsOf(line);
  expect([url, authorization, contentType]).toEqual([
    'http://control.test/graphql',
    'Authorization: Bearer gh_1',
    'Content-Type: application/json',
  ]);
  expect(JSON.parse(body ?? '')).toEqual({ query: document.query, ...more });
});
