#!/usr/bin/env node
// The command line: npx gatehouse COMMAND …; it works in the folder that it is called in.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = process.cwd();
const beside = (path) => fileURLToPath(new URL(path, import.meta.url));
// In a fresh clone, and where npm has just put the package, nothing is installed; a clone brings nothing that is generated.
const needed = ['../node_modules/tsx', '../src/database/generated'];
if (!needed.every((path) => existsSync(beside(path)))) {
  const { generate, install } = await import('./prepare.mjs');
  install();
  generate();
  process.chdir(here);
}
const { register } = await import('tsx/esm/api');
// A tsconfig.json of the caller's folder is about the caller's code.
const unregister = register({ tsconfig: beside('../tsconfig.json') });
const { main } = await import('../src/cli/main.ts');
await main(process.argv.slice(2), async () => {
  await unregister();
  await import('./start.mjs');
});
