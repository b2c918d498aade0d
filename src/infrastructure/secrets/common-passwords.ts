import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,000 passwords that were leaked most often, in small letters. They take 4 MB of memory. */
export const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'] as readonly string[],
);
