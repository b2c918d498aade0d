// The version of the next release, and its part of the changelog.
import { execFileSync } from 'node:child_process';
import { ConventionalChangelog } from 'conventional-changelog';
import { gt, valid } from 'semver';

const FIRST = 'The first version. [README.md](README.md) says what it does.';

/** Files that name the version, each with the places where it stands. */
export const VERSIONED = {
  'package.json': [/(?<=^ {2}"version": ")[^"]+/m],
  'package-lock.json': [/(?<=^ {2}"version": ")[^"]+/m, /(?<=^ {6}"version": ")[^"]+/m],
  'deploy/helm/gatehouse/Chart.yaml': [/(?<=^version: ).+/m, /(?<=^appVersion: ).+/m],
  'compose.yaml': [/(?<=:-gatehouse:)[^}]+/],
};

/** Replaces the version in the text of a file of {@link VERSIONED}. */
export function withVersion(text, places, version) {
  for (const place of places)
    if (!place.test(text)) throw new Error(`The version is not where ${place} looks for it.`);
  return places.reduce((changed, place) => changed.replace(place, version), text);
}

/** The newest tag `vX.Y.Z` behind a commit; undefined before the first release. */
export function lastVersion(cwd) {
  const tags = git(cwd, 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n');
  return tags.map((tag) => tag.slice(1)).find((version) => valid(version));
}

/** Tells what forbids to release a version; undefined where nothing does. */
export function faultOf({ version, last, changed }) {
  if (!valid(version)) return `${version ?? 'Nothing'} is no version such as 1.2.3.`;
  if (last && !gt(version, last)) return `${version} is not above ${last}, the version before.`;
  if (changed.length > 0) return `These files are not committed: ${changed.join(' ')}`;
  return undefined;
}

/** The part of the changelog of a version. By the commits since the version before it lists features, fixes and speed. */
export async function changesSince({ cwd, last, version, date }) {
  if (!last) return `## ${version} (${date})\n\n${FIRST}\n`;
  const changelog = new ConventionalChangelog(cwd)
    .loadPreset('conventionalcommits')
    .options({ releaseCount: 1 })
    .package({ version })
    .context({ version, date, linkReferences: false, linkCompare: false });
  let text = '';
  for await (const part of changelog.write()) text += part;
  return `${text.trim()}\n`;
}

/** Puts the part of a version into the changelog, above those of the versions before. */
export function withChanges(changelog, part) {
  const [head, ...parts] = changelog.split(/^(?=## )/m);
  return `${[head, part, ...parts].map((each) => each.trim()).join('\n\n')}\n`;
}

/** Runs git, and returns what it printed without the last line's end. */
export const git = (cwd, ...args) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trimEnd();
