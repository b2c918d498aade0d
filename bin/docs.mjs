// Builds the documentation site into docs/.vitepress/dist, with its search; a dead link ends it: npm run docs
// npm run docs -- dev shows it while it is written, npm run docs -- preview as it is built.
import { installBeside, run, say } from './prepare.mjs';

const [command = 'build'] = process.argv.slice(2);
await installBeside('docs', 'what the documentation site is built with');
run(process.execPath, ['docs/node_modules/vitepress/bin/vitepress.js', command, 'docs'], {
  quiet: command === 'build',
});
if (command === 'build') say('The documentation is in docs/.vitepress/dist.');
