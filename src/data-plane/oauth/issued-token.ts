import type { Clock } from '../../foundation/clock.ts';
import { Refusal } from '../../foundation/errors.ts';
import { type AccessToken, isIssuedBy, verifyAccessToken } from '../../infrastructure/tokens/verify.ts';
import type { CatalogProvider } from './endpoint.ts';

/** Reads a valid access token of this provider; undefined for any other text. */
export async function issuedToken(
  text: string,
  { catalog, provider }: CatalogProvider,
  clock: Clock,
): Promise<AccessToken | undefined> {
  const known = {
    client: (clientKey: string) => catalog.clients.has(clientKey),
    key: (kid: string) => provider.keys.find((key) => key.kid === kid),
  };
  try {
    const token = await verifyAccessToken(text, known, clock);
    return isIssuedBy(token, provider) ? token : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
