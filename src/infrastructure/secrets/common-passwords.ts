import { readFileSync } from 'node:fs';
import { passwordLength } from '../../domain/people/password.ts';
import { packageFile } from '../../foundation/package-files.ts';

const mostLeaked = readFileSync(packageFile('dist/common-passwords.txt'), 'utf8').split('\n');

/** The 100,000 passwords that leaked most often, in small letters. Those too short to be chosen are left out. */
export const commonPasswords: ReadonlySet<string> = new Set(
  mostLeaked.filter(({ length }) => length >= passwordLength.min),
);
