#!/usr/bin/env node
// The command line: npx gatehouse COMMAND …; it works in the folder that it is called in.
import { goOnUnderPinnedNode } from './pinned-node.mjs';
import { calledIn, generate, install } from './prepare.mjs';

// In a fresh clone, and where npm has just put the package, nothing is installed; a clone brings nothing that is generated.
install();
await goOnUnderPinnedNode();
generate();
process.chdir(calledIn);
const { main } = await import('../dist/cli/main.js');
await main(process.argv.slice(2), () => import('./start.mjs'));
