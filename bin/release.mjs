// npm run release -- VERSION [--dry-run]: releases a version. It writes the version and the changelog, makes the files of the
// release, commits, and tags the commit. With --dry-run it makes the files, and leaves all else as it was; images keep their tags,
// since nothing is asked over the network.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { IMAGES, withDigests } from './image-digests.mjs';
import { goOnUnderPinnedNode } from './pinned-node.mjs';
import { install, root, say } from './prepare.mjs';

const CHANGELOG = 'CHANGELOG.md';

install({ dev: true });
await goOnUnderPinnedNode();
const notes = await import('./release-notes.mjs');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const [version] = positionals;
const last = notes.lastVersion(root);
const changed = notes.git(root, 'status', '--porcelain').split('\n').filter(Boolean);
const fault = notes.faultOf({ version, last, changed });
if (fault) {
  say(fault);
  process.exit(1);
}
const files = [...new Set([CHANGELOG, ...Object.keys(notes.VERSIONED), ...Object.keys(IMAGES)])];
try {
  const date = new Date().toISOString().slice(0, 10);
  const part = await notes.changesSince({ cwd: root, last, version, date });
  writeFileSync(CHANGELOG, notes.withChanges(readFileSync(CHANGELOG, 'utf8'), part));
  for (const [file, places] of Object.entries(notes.VERSIONED))
    writeFileSync(file, notes.withVersion(readFileSync(file, 'utf8'), places, version));
  if (!values['dry-run'])
    for (const [file, place] of Object.entries(IMAGES))
      writeFileSync(file, await withDigests(readFileSync(file, 'utf8'), place));
  say(part);
  execFileSync(process.execPath, ['bin/pack.mjs'], { stdio: 'inherit' });
  if (!values['dry-run']) {
    notes.git(root, 'commit', '--quiet', '--message', `chore(release): v${version}`, '--', ...files);
    notes.git(root, 'tag', `v${version}`);
    say(`Version ${version} is committed and tagged. git push --follow-tags publishes it.`);
  }
} finally {
  // After a failure, too. What is committed stays.
  notes.git(root, 'checkout', '--quiet', 'HEAD', '--', ...files);
}
