// npm start, and gatehouse start: the platform, in the folder that it is called in, and beside it what its pages run in
// browsers, where that is not built yet.
import './flags.mjs';
import { buildIslandsBeside } from './islands.mjs';
import { goOnUnderPinnedNode, SERVING } from './pinned-node.mjs';
import { calledIn, generate, install, root } from './prepare.mjs';

process.chdir(root);
install();
await goOnUnderPinnedNode(SERVING);
generate();
process.chdir(calledIn);
await import('../dist/main.js');
buildIslandsBeside();
