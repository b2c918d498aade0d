import { refuse } from '../../foundation/errors.ts';
import type { OAuthContext } from './endpoint.ts';

/**
 * Bounds of each kind of token that a process issues within a minute.
 *
 * An issued token takes a row until its authorization is over, or, once it is revoked, memory of every gateway until it
 * has expired. Without a bound, one consumer could fill the memory that all orgs share. Sign-in has a bound of its own,
 * and so has what a person's password opens.
 */
const kinds = {
  CLIENT_CREDENTIALS: {
    max: 1_200,
    sentence: 'The consumer organization of the application got 1200 tokens in its own name within a minute',
  },
  REFRESH: { max: 60, sentence: 'The tokens of this authorization were refreshed 60 times within a minute' },
  CODE: { max: 60, sentence: 'The person authorized clients 60 times within a minute' },
} as const;

/** Remembered are those who were issued something last. */
export const ISSUED_TO_MAX = 100_000;

/**
 * Counts something that is about to be issued.
 *
 * @param holder names whose bound it is, among all orgs
 * @throws RATE_LIMIT_EXCEEDED with Retry-After
 */
export function countIssue(kind: keyof typeof kinds, holder: string, { issues }: OAuthContext): void {
  const { max, sentence } = kinds[kind];
  const { count, secondsLeft } = issues.add(`${kind} ${holder}`);
  if (count <= max) return;
  refuse('RATE_LIMIT_EXCEEDED', {
    detail: `${sentence}: use a token until it expires, and try again in ${secondsLeft} seconds.`,
    headers: { 'Retry-After': `${secondsLeft}` },
  });
}
