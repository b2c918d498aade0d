import { isName } from './name.ts';

const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** An API or a product in one version. */
export type VersionedName = { readonly name: string; readonly version: string };

/** Is true for the semantic form x.y.z. (spec.md, API: "semantic form x.y.z") */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** A date, `2024-05-01` or `2024-05`, or numbers with dots. A short word may stand before. */
const NUMBERS =
  /^(?:[a-z]+[-_])?[a-z]{0,3} ?(?:(?<date>\d{4}-\d{1,2}(?:-\d{1,2})?)(?!\d)|(?<dotted>\d{1,9}(?:\.\d{1,9}){0,2})(?!\d))/i;

/**
 * Completes the version of a document to x.y.z. `1.0` is 1.0.0, `v71` is 71.0.0, and `2024-05-01` is 2024.5.1.
 *
 * Decision: a text without numbers, for example `beta`, becomes 1.0.0, the version of an API whose source has none.
 * What stands behind the numbers is left out, so `1.0.0-rc1` and `1.0.0` are one version.
 */
export function completedVersion(text: string): string {
  if (isVersion(text)) return text;
  const { date, dotted } = NUMBERS.exec(text.trim())?.groups ?? {};
  const [major = 1, minor = 0, patch = 0] = (date ?? dotted)?.split(/[.-]/).map(Number) ?? [];
  return `${major}.${minor}.${patch}`;
}

/** Reads `name:version`. Undefined when it does not have that form. */
export function parseVersionedName(text: string): VersionedName | undefined {
  const at = text.indexOf(':');
  const [name, version] = [text.slice(0, at), text.slice(at + 1)];
  return at > 0 && isName(name) && isVersion(version) ? { name, version } : undefined;
}

/**
 * Reads `name:version` where the scalar VersionedName has checked the form.
 *
 * @throws TypeError when it does not have that form, which is an error of the caller
 */
export function readVersionedName(text: string): VersionedName {
  const read = parseVersionedName(text);
  if (read) return read;
  throw new TypeError(`${JSON.stringify(text)} is not name:version`);
}

/** Writes `name:version`. */
export function versionedName({ name, version }: VersionedName): string {
  return `${name}:${version}`;
}

/** Compares versions, for sorting the newer last. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Returns the version that another one must not break. It is the highest lower one, unless the number that announces a
 * break was raised since. That is the major number (Semantic Versioning 2.0.0 §8).
 *
 * Decision: of 0.y.z, where "anything MAY change at any time" (§4), it is the minor number, so that a patch is still
 * safe.
 *
 * @returns undefined when there is no lower version, or it may be broken
 */
export function predecessorToKeep(version: string, others: readonly string[]): string | undefined {
  const predecessor = others
    .filter((each) => compareVersions(each, version) < 0)
    .sort(compareVersions)
    .at(-1);
  return predecessor !== undefined && compatibleLine(predecessor) === compatibleLine(version)
    ? predecessor
    : undefined;
}

/** Returns the lowest version that may break this one: `2.0.0` of 1.4.2, `0.5.0` of 0.4.2. */
export function nextBreakingVersion(version: string): string {
  const numbers = compatibleLine(version).split('.').map(Number);
  const raised = [...numbers.slice(0, -1), (numbers.at(-1) ?? 0) + 1];
  return [...raised, 0, 0].slice(0, 3).join('.');
}

/** Returns the part that compatible versions share: `1` of 1.4.2, `0.4` of 0.4.2. */
function compatibleLine(version: string): string {
  return version
    .split('.')
    .slice(0, version.startsWith('0.') ? 2 : 1)
    .join('.');
}
