// Runs the tests, all or those that vitest's own arguments choose: npm test -- --project unit
import { buildIslands } from './islands.mjs';
import { goOnUnderPinnedNode } from './pinned-node.mjs';
import { generate, install, run } from './prepare.mjs';

install({ dev: true });
await goOnUnderPinnedNode();
generate({ dev: true });
await buildIslands();
run('vitest', ['run', ...process.argv.slice(2)], { quiet: false });
