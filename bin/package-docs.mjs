// The documentation of the package: its links lead to what the package holds.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const CODE = /(^```[\s\S]*?^```)/m;
const LINK = /(?<!!)\[([^\]]*)\]\((?![a-z]+:|#)([^)#\s]*)(#[^)\s]*)?\)/g;

/** Rewrites the links of a page as they are in the package. Of links to what it does not hold the text is left. */
export function asPackaged(text, page, isPackaged) {
  const link = (whole, [words, path]) => (isPackaged(join(dirname(page), path)) ? whole : words);
  return text
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(LINK, (whole, ...groups) => link(whole, groups))))
    .join('');
}

/** Tells whether a folder holds a path. */
export const holds = (folder) => (path) => existsSync(join(folder, path));
