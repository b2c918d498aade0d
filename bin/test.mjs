// Runs the tests, all or those that vitest's own arguments choose: npm test -- --project unit
import { generate, install, run } from './prepare.mjs';

install({ dev: true });
generate();
run('vitest', ['run', ...process.argv.slice(2)], { quiet: false });
