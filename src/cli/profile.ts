import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { isPrivate } from '../foundation/private-file.ts';
import { fail, reasonOf } from './command-fault.ts';
import { isJsonObject } from './json.ts';

/** A platform by a name of one's own. `profiles.yaml` maps names to these. */
export type Profile = {
  readonly url: string;
  readonly token: string | undefined;
  readonly org: string | undefined;
  readonly opsUrl: string | undefined;
};

const FIELDS = ['url', 'token', 'tokenFile', 'org', 'opsUrl'] as const;
type Field = (typeof FIELDS)[number];

/**
 * Reads one profile.
 *
 * @throws FILE_UNREADABLE, PROFILE_INVALID naming the field at fault
 * @throws PROFILE_UNSAFE when others than the owner can read the file and a token is in it, or in its `tokenFile`
 */
export function readProfile(file: string, name: string): Profile {
  const { text, isOwn } = readOwnFile(file);
  const profiles = parsed(file, text);
  if (!isOwn && Object.values(profiles).some((each) => isJsonObject(each) && 'token' in each)) unsafe(file);
  const fields = profiles[name];
  if (!isJsonObject(fields)) {
    const known = Object.keys(profiles).join(', ') || 'none';
    fail('PROFILE_INVALID', `${file} has no profile ${JSON.stringify(name)}; it has: ${known}.`);
  }
  const where = `The profile ${JSON.stringify(name)} in ${file}`;
  const { url, token, tokenFile, org, opsUrl } = checked(where, fields);
  if (!url) fail('PROFILE_INVALID', `${where} has no url.`);
  if (token && tokenFile) fail('PROFILE_INVALID', `${where} has a token and a tokenFile: leave one out.`);
  return { url, token: tokenFile ? readTokenFile(file, tokenFile) : token, org, opsUrl };
}

function parsed(file: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = parse(text) ?? {};
    if (isJsonObject(value)) return value;
  } catch {
    // The text of a parser's message would quote the line, and a token with it.
  }
  return fail('PROFILE_INVALID', `${file} is no YAML map from the names of profiles to their fields.`);
}

function checked(where: string, fields: Record<string, unknown>): Partial<Record<Field, string>> {
  for (const [field, value] of Object.entries(fields)) {
    if (!FIELDS.some((each) => each === field))
      fail(
        'PROFILE_INVALID',
        `${where} has the field ${JSON.stringify(field)}; there are: ${FIELDS.join(', ')}.`,
      );
    if (typeof value !== 'string' || value.trim() === '')
      fail('PROFILE_INVALID', `${where} has a ${field} that is no text.`);
  }
  return fields as Partial<Record<Field, string>>;
}

/**
 * Reads a token from a file.
 *
 * `~/` is the home folder. Other relative paths begin at the folder of the profiles.
 */
function readTokenFile(profilesFile: string, path: string): string {
  const file = resolve(dirname(profilesFile), path.replace(/^~(?=\/)/, homedir()));
  const { text, isOwn } = readOwnFile(file);
  if (!isOwn) unsafe(file);
  return text.trim() || fail('PROFILE_INVALID', `The token file ${file} is empty.`);
}

/** Looks at the rights of the very file that it reads. */
function readOwnFile(file: string): { readonly text: string; readonly isOwn: boolean } {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    return { text: readFileSync(handle, 'utf8'), isOwn: isPrivate(fstatSync(handle)) };
  } catch (error) {
    return fail('FILE_UNREADABLE', `${file} cannot be read: ${reasonOf(error)}.`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function unsafe(file: string): never {
  return fail(
    'PROFILE_UNSAFE',
    `${file} holds a token, and others than its owner can read it: chmod 600 ${file}`,
  );
}
