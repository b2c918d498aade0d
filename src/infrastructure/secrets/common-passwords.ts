import { readFileSync } from 'node:fs';
import { packageFile } from '../../foundation/package-files.ts';

/** The passwords that leaked most often, in small letters. Those too short to be chosen are left out of the 100,000. */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(packageFile('dist/common-passwords.txt'), 'utf8').split('\n'),
);
