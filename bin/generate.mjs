// npm run generate: makes what is generated, where its sources have changed; --anew makes the committed bundles in any case.
import { bundles, generate, install, run } from './prepare.mjs';

install({ dev: true });
generate({ dev: true });
if (process.argv.includes('--anew')) run(process.execPath, ['bin/bundle.mjs', ...Object.keys(bundles)]);
