// Runs a TypeScript file of the project, after installing and generating what it needs: node bin/run.mjs FILE [ARGUMENT …]
import './flags.mjs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { goOnUnderPinnedNode } from './pinned-node.mjs';
import { generate, install } from './prepare.mjs';

install();
await goOnUnderPinnedNode();
generate();
const file = resolve(process.argv[2]);
process.argv.splice(1, 2, file);
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(file).href);
