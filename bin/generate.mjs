// npm run generate: makes what is generated, where its sources have changed; --anew makes the committed bundles in any case.
// npm ci calls it with --where-developed, so that an editor finds the types: what a start installs needs none.
import { bundles, generate, install, isInstalled, run } from './prepare.mjs';

if (process.argv.includes('--where-developed') && !isInstalled('.', { dev: true })) process.exit();
install({ dev: true });
generate({ dev: true });
if (process.argv.includes('--anew')) run(process.execPath, ['bin/bundle.mjs', ...Object.keys(bundles)]);
