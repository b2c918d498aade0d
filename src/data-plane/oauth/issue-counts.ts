import { refuse } from '../../foundation/errors.ts';
import type { PeriodCount } from '../../infrastructure/limits/period-counts.ts';
import type { OAuthContext } from './endpoint.ts';

/**
 * Bounds of each kind of token that a process issues within a minute.
 *
 * An issued token takes a row until its authorization is over, or, once it is revoked, memory of every gateway until it
 * has expired. Without a bound, one consumer could fill the memory that all orgs share. Sign-in is bounded by person, but
 * an org's own user registry may know as many people as it likes.
 */
const kinds = {
  CLIENT_CREDENTIALS: {
    max: 1_200,
    sentence: 'The consumer organization of the application got 1200 tokens in its own name within a minute',
  },
  PASSWORD: {
    max: 3_000,
    sentence:
      'The consumer organization of the application got 3000 tokens for usernames and passwords within a minute',
  },
  REFRESH: { max: 60, sentence: 'The tokens of this authorization were refreshed 60 times within a minute' },
  CODE: { max: 60, sentence: 'The person authorized clients 60 times within a minute' },
} as const;

/** The bound of all kinds together. An org may have as many consumer orgs and people as it likes. */
const ofOrg = {
  max: 12_000,
  sentence: 'All applications of the organization together got 12000 tokens within a minute',
};

/**
 * The bound of authorizations within a day. Their people, and the org, may revoke all of them at once; in a day of minutes
 * an org would fill two gigabytes of every gateway. Tokens without a person, and refreshed ones, begin none.
 */
const authorizedADay = {
  max: 1_000_000,
  sentence: 'People signed in to the applications of the organization 1000000 times within a day',
};
const AUTHORIZATIONS: ReadonlySet<keyof typeof kinds> = new Set(['PASSWORD', 'CODE']);
/** The bound of tokens that clients revoke within a day. */
const revokedADay = {
  max: 100_000,
  sentence: 'All applications of the organization together revoked 100000 tokens within a day',
};

/** Remembered are those who were issued something last. */
export const ISSUED_TO_MAX = 100_000;

/** The receiver of what is issued. */
type IssueHolder = {
  readonly orgId: string;
  /** Names whose bound of the kind it is, among all orgs. */
  readonly name: string;
};

/**
 * Counts something that is about to be issued.
 *
 * @throws RATE_LIMIT_EXCEEDED with Retry-After
 */
export function countIssue(
  kind: keyof typeof kinds,
  { orgId, name }: IssueHolder,
  { issues, issuesOfDay }: Pick<OAuthContext, 'issues' | 'issuesOfDay'>,
): void {
  refuseBeyond(kinds[kind], issues.add(`${kind} ${name}`));
  // What was refused before uses up nothing of the others.
  refuseBeyond(ofOrg, issues.add(`ORG ${orgId}`));
  if (AUTHORIZATIONS.has(kind)) refuseBeyond(authorizedADay, issuesOfDay.add(`AUTHORIZED ${orgId}`));
}

/**
 * Counts a token that a client is about to revoke.
 *
 * @throws RATE_LIMIT_EXCEEDED with Retry-After
 */
export function countRevocation(orgId: string, { issuesOfDay }: Pick<OAuthContext, 'issuesOfDay'>): void {
  refuseBeyond(revokedADay, issuesOfDay.add(`REVOKED ${orgId}`), 'let the others expire');
}

type Bound = { readonly max: number; readonly sentence: string };

function refuseBeyond(
  { max, sentence }: Bound,
  { count, secondsLeft }: PeriodCount,
  remedy = 'use a token until it expires',
): void {
  if (count <= max) return;
  refuse('RATE_LIMIT_EXCEEDED', {
    detail: `${sentence}: ${remedy}, and try again in ${secondsLeft} seconds.`,
    headers: { 'Retry-After': `${secondsLeft}` },
  });
}
