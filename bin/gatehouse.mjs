#!/usr/bin/env node
// The command line: npx gatehouse COMMAND …; it works in the folder that it is called in.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = process.cwd();
const beside = (path) => fileURLToPath(new URL(path, import.meta.url));
// In a fresh clone nothing is installed; as a package of another project it has all it needs, at a place that npm chose.
if (existsSync(beside('../package-lock.json')) && !existsSync(beside('../node_modules/tsx'))) {
  const { install } = await import('./prepare.mjs');
  install();
  process.chdir(here);
}
const { register } = await import('tsx/esm/api');
// A tsconfig.json of the caller's folder is about the caller's code.
register({ tsconfig: beside('../tsconfig.json') });
const { main } = await import('../src/cli/main.ts');
await main(process.argv.slice(2));
