import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isPrivate, PRIVATE_MODE } from '../foundation/private-file.ts';
import { fail, reasonOf } from './command-fault.ts';
import { isJsonObject } from './json.ts';

/** An access token that `gatehouse login` got from a platform. */
type Login = { readonly token: string; readonly expiresAt: string };

/**
 * Reads the login at a platform. Undefined where there is none, or it has ended.
 *
 * @throws PROFILE_UNSAFE when others than the owner can read the file; FILE_UNREADABLE
 */
export function readLogin(file: string, url: string, now: Date): Login | undefined {
  const login = readLogins(file)[url];
  return login && new Date(login.expiresAt) > now ? login : undefined;
}

/** Keeps a login, or forgets the one that there is. Other platforms keep theirs. */
export function writeLogin(file: string, url: string, login: Login | undefined): void {
  const { [url]: _old, ...others } = readLogins(file);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ ...others, ...(login && { [url]: login }) }, null, 2)}\n`;
  // Whoever reads meanwhile finds the one or the other, whole.
  const written = `${file}.${process.pid}`;
  writeFileSync(written, text, { mode: PRIVATE_MODE });
  chmodSync(written, PRIVATE_MODE);
  renameSync(written, file);
}

function readLogins(file: string): Readonly<Record<string, Login>> {
  const text = readIfThere(file);
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value))
      return Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, Login] => isLogin(entry[1])),
      );
  } catch {
    // The message of a parser would quote the text, and a token with it.
  }
  return fail('PROFILE_INVALID', `${file} is no file of gatehouse login: delete it, and log in again.`);
}

function readIfThere(file: string): string | undefined {
  try {
    if (!isPrivate(statSync(file)))
      fail(
        'PROFILE_UNSAFE',
        `${file} holds tokens, and others than its owner can read it: chmod 600 ${file}`,
      );
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return fail('FILE_UNREADABLE', `${file} cannot be read: ${reasonOf(error)}.`);
  }
}

const isLogin = (value: unknown): value is Login =>
  isJsonObject(value) && typeof value['token'] === 'string' && typeof value['expiresAt'] === 'string';
