// The notices of third parties' packages, which their licences ask to be passed on with what is bundled of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundles } from './prepare.mjs';

const NOTICE = /^(licen[cs]e|copying|notice)\b/i;
const RULE = `\n${'-'.repeat(80)}\n\n`;

/** The file of a bundle's notices. A release does not have its packages, which are those of development. */
export const noticesFile = (bundle) => bundle.file.replace(/\.js$/, '.notices');

/** The notices of the packages in these folders. Each text stands once, below the packages that have it. */
export function noticesOf(folders) {
  const packages = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => NOTICE.test(file));
    const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const text = texts.join('\n\n') || `${license}. The package has no text of it.`;
    packages.set(text, [...(packages.get(text) ?? []), `${name}@${version}`]);
  }
  const sections = [...packages].map(
    ([text, names]) => `${[...new Set(names)].sort().join('\n')}\n\n${text}\n`,
  );
  return sections.sort().join(RULE);
}

/** The notices of all packages that a release contains. They are those of production, of the pages, and of the bundles. */
export const allNotices = () =>
  [
    noticesOf(['.', 'web'].flatMap(productionFolders)),
    ...Object.values(bundles)
      .map(noticesFile)
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8')),
  ].join(RULE);

function productionFolders(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path]) => join(folder, path))
    .filter((path) => existsSync(join(path, 'package.json')));
}
