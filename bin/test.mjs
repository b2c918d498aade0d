// Runs the tests, all or those that vitest's own arguments choose: npm test -- --project unit
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIslands } from './islands.mjs';
import { goOnUnderPinnedNode } from './pinned-node.mjs';
import { generate, install, say, statusOf } from './prepare.mjs';

install({ dev: true });
await goOnUnderPinnedNode();
generate({ dev: true });
await buildIslands();

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
// The closing reporter writes it where nothing failed but a worker, which the system ended or which crashed.
const CUT_RUN = join(folder, 'cut-run.json');
try {
  process.exitCode = statusOf('vitest', ['run', ...process.argv.slice(2)], { CUT_RUN });
  if (process.exitCode !== 0 && existsSync(CUT_RUN)) {
    const { files } = JSON.parse(readFileSync(CUT_RUN, 'utf8'));
    say(`Once more, since their worker died: ${files.join(', ')}`);
    process.exitCode = statusOf('vitest', ['run', ...files], { CUT_RUN });
  }
} finally {
  rmSync(folder, { recursive: true });
}
