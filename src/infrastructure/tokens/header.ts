import type { SigningAlgorithm } from '../../domain/oauth/signing-key.ts';
import type { SigningKey } from './keys.ts';

/** The first part of a token: it names the client and the key. Its members are always written in this order. */
export type TokenHeader = {
  readonly alg: SigningAlgorithm;
  readonly typ: 'at+jwt';
  readonly kid: string;
  readonly client_id: string;
};

export function tokenHeader(key: Pick<SigningKey, 'kid' | 'algorithm'>, clientKey: string): TokenHeader {
  return { alg: key.algorithm, typ: 'at+jwt', kid: key.kid, client_id: clientKey };
}

/** The header as it stands in a token: there is exactly one such text for a client and a key. */
export function headerSegment(header: TokenHeader): string {
  return Buffer.from(JSON.stringify(header)).toString('base64url');
}
