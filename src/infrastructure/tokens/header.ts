import type { SigningAlgorithm } from '../../domain/oauth/signing-key.ts';
import type { SigningKey } from './keys.ts';

/** The header of a token. It names the client and the key, and its members have a fixed order. */
export type TokenHeader = {
  readonly alg: SigningAlgorithm;
  readonly typ: 'at+jwt';
  readonly kid: string;
  readonly client_id: string;
};

export function tokenHeader(key: Pick<SigningKey, 'kid' | 'algorithm'>, clientKey: string): TokenHeader {
  return { alg: key.algorithm, typ: 'at+jwt', kid: key.kid, client_id: clientKey };
}

/** Returns the header segment of a token. A client and a key have exactly one. */
export function headerSegment(header: TokenHeader): string {
  return Buffer.from(JSON.stringify(header)).toString('base64url');
}
