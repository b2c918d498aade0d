import { isName } from './name.ts';

const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** An API or a product in one version. */
export type VersionedName = { readonly name: string; readonly version: string };

/** Is it of the semantic form x.y.z? (spec.md, API: "semantic form x.y.z") */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Reads `name:version`; undefined when it is not of that form. */
export function parseVersionedName(text: string): VersionedName | undefined {
  const at = text.indexOf(':');
  const [name, version] = [text.slice(0, at), text.slice(at + 1)];
  return at > 0 && isName(name) && isVersion(version) ? { name, version } : undefined;
}

/**
 * Reads `name:version` where the scalar VersionedName has checked the form.
 *
 * @throws TypeError when it is not of that form, which only a fault of the caller can be
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

/** Sorts versions, the newer last. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (const place of [0, 1, 2]) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
