// Runs a TypeScript file of the project, after installing and generating what it needs: node bin/run.mjs FILE [ARGUMENT …]
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { generate, install } from './prepare.mjs';

// The embedded database is WASM: optimising it takes 70 MB and the first seconds of a start, and gains nothing that
// could be measured. What else keeps an idle process small must be said before Node begins: see `start` in package.json.
setFlagsFromString('--liftoff-only');

install();
generate();
const file = resolve(process.argv[2]);
process.argv.splice(1, 2, file);
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(file).href);
