import type { SigningKey } from '../../infrastructure/tokens/keys.ts';
import type { TokenKeyring } from '../../infrastructure/tokens/verify.ts';
import type { Snapshot } from './snapshot.ts';

const keysBySnapshot = new WeakMap<Snapshot, ReadonlyMap<string, SigningKey>>();

/**
 * The clients and keys that a token can be verified with. One of any catalog is known: a token of another catalog has a
 * good first part, and is refused later.
 */
export function tokenKeyring(snapshot: Snapshot): TokenKeyring {
  return {
    client: (clientKey: string) => {
      for (const { clients } of snapshot.catalogs.values()) if (clients.has(clientKey)) return true;
      return false;
    },
    key: (kid: string) => keysOf(snapshot).get(kid),
  };
}

function keysOf(snapshot: Snapshot): ReadonlyMap<string, SigningKey> {
  const known = keysBySnapshot.get(snapshot);
  if (known) return known;
  const keys = new Map<string, SigningKey>();
  for (const { providers } of snapshot.catalogs.values())
    for (const provider of providers.values()) for (const key of provider.keys) keys.set(key.kid, key);
  keysBySnapshot.set(snapshot, keys);
  return keys;
}
