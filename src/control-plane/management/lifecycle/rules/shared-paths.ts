import type { LifecycleWarning } from '../../../../domain/product/lifecycle-warning.ts';
import { type VersionedName, versionedName } from '../../../../foundation/text/version.ts';

export type ApiAtPath = VersionedName & { readonly basePath: string };

/** Lists the base paths that may take calls of this one: itself, and its prefixes. */
export function pathsAbove(basePath: string): string[] {
  const segments = basePath.split('/').slice(1);
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
}

/**
 * Warns of calls that newly published APIs take from others, or leave to them. Of two base paths the longer gets the
 * calls that begin with both. Versions of one API share their paths on purpose.
 */
export function sharedPathWarnings(
  coming: readonly ApiAtPath[],
  there: readonly ApiAtPath[],
): LifecycleWarning[] {
  return coming.flatMap((api) =>
    there.flatMap((other) => {
      const message = api.name === other.name ? undefined : sharedInWords(api, other);
      if (message === undefined) return [];
      const [subject, path] = [versionedName(api), api.basePath];
      const facts = { api: subject, path, other: versionedName(other), otherPath: other.basePath };
      return [{ code: 'PATH_SHARED' as const, message, subject, facts }];
    }),
  );
}

function sharedInWords(api: ApiAtPath, other: ApiAtPath): string | undefined {
  const [one, another] = [versionedName(api), versionedName(other)];
  if (api.basePath === other.basePath)
    return `${one} and ${another} are both at ${api.basePath}: which of them gets a call depends on what its application is subscribed to.`;
  if (api.basePath.startsWith(`${other.basePath}/`))
    return `Calls at ${api.basePath} and below go to ${one}, and no more to ${another}, which is at ${other.basePath}.`;
  if (other.basePath.startsWith(`${api.basePath}/`))
    return `Calls at ${other.basePath} and below go to ${another}, and not to ${one}, which is at ${api.basePath}.`;
  return undefined;
}
