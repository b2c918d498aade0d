// npm start, and gatehouse start: the platform, in the folder that it is called in, and beside it what its pages run in
// browsers, where that is not built yet.
import module from 'node:module';
import './flags.mjs';
import { buildIslandsBeside } from './islands.mjs';
import { goOnUnderPinnedNode } from './pinned-node.mjs';
import { calledIn, generate, install, root } from './prepare.mjs';

process.chdir(root);
install();
await goOnUnderPinnedNode();
generate();
process.chdir(calledIn);
// Maps of libraries would be read and kept: 3 MB that no one looks at. Node 20 has no choice.
if (module.setSourceMapsSupport) module.setSourceMapsSupport(true, { nodeModules: false });
else process.setSourceMapsEnabled(true);
await import('../build/main.js');
buildIslandsBeside();
