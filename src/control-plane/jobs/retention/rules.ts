import { DAY_MS, HOUR_MS } from '../../../domain/call/usage.ts';
import { OUTLIVED_MS } from '../../../domain/oauth/oauth-provider.ts';
import { UNDO_MS } from '../../../domain/product/undo.ts';

/** Days that rows are kept; null is for ever. */
export type RetentionSettings = {
  /** Usage by the hour; it is kept by the day from then on. */
  readonly hourlyUsageDays: number;
  readonly usageDays: number;
  readonly eventDays: number;
  readonly historyDays: number;
  readonly auditDays: number | null;
};

/** Rule of the rows that are removed from a table. */
export type Rule = {
  readonly table: string;
  /** A condition on $1: the instant before which a row is over. */
  readonly over: string;
  /** Time that rows are kept; null is for ever. */
  readonly keptMs: (kept: RetentionSettings) => number | null;
};

const days = (count: number | null) => (count === null ? null : count * DAY_MS);
const atOnce = () => 0;
const outlived = () => OUTLIVED_MS;
/** Time that audits are kept; null is for ever. */
export const auditMs = ({ auditDays }: RetentionSettings): number | null => days(auditDays);
/** Time that history is kept. */
export const historyMs = ({ historyDays }: RetentionSettings): number => historyDays * DAY_MS;
/** Time that closed change requests are kept. The audit has them for longer. */
const CHANGE_REQUEST_MS = 400 * DAY_MS;
/** Time that notices, and messages of the provider, are kept. */
const NOTICE_MS = 400 * DAY_MS;
/** Time that ended rows are kept. A search for one so shows that it has ended. */
const month = () => 30 * DAY_MS;

/**
 * Rules of expiry, one for each table. Related rows go with them: codes and refresh tokens with their family,
 * deliveries of webhooks with their event.
 */
export const rules: readonly Rule[] = [
  { table: 'PortalSession', over: '"expiresAt" < $1', keptMs: atOnce },
  { table: 'AnsweredSignIn', over: '"expiresAt" < $1', keptMs: atOnce },
  { table: 'MemberInvitation', over: '"expiresAt" < $1', keptMs: atOnce },
  // The address of an account that was verified so is known by it, when an identity provider vouches for none.
  {
    table: 'EmailVerification',
    over: '"expiresAt" < $1 AND NOT EXISTS (SELECT FROM "Member" m WHERE m.id = "memberId" AND m.email = "EmailVerification".email AND "closedAt" IS NOT NULL)',
    keptMs: month,
  },
  { table: 'ConsoleSession', over: '"expiresAt" < $1', keptMs: atOnce },
  { table: 'ProviderSession', over: '"expiresAt" < $1', keptMs: atOnce },
  { table: 'LifecycleUndo', over: '"expiresAt" < $1', keptMs: atOnce },
  { table: 'ChangeRequest', over: '"closedAt" < $1', keptMs: () => CHANGE_REQUEST_MS },
  { table: 'Notice', over: 'at < $1', keptMs: () => NOTICE_MS },
  // Mails of notices go with their event.
  { table: 'Mail', over: '"writtenAt" < $1', keptMs: ({ eventDays }) => days(eventDays) },
  { table: 'Campaign', over: '"sentAt" < $1', keptMs: () => NOTICE_MS },
  { table: 'LimitCount', over: '"endsAt" < $1', keptMs: () => DAY_MS },
  { table: 'LimitAlert', over: '"endsAt" < $1', keptMs: () => DAY_MS },
  { table: 'MeteredUsage', over: '"hour" < $1', keptMs: ({ eventDays }) => days(eventDays) },
  {
    table: 'PriceChange',
    over: 'at < $1 AND NOT EXISTS (SELECT FROM "Subscription" s WHERE s.id = "PriceChange"."subscriptionId")',
    keptMs: ({ usageDays }) => days(usageDays + 31),
  },
  { table: 'ContractDrift', over: '"lastAt" < $1', keptMs: month },
  { table: 'RecordedShape', over: '"lastAt" < $1', keptMs: month },
  // A document that is published again later is linted again.
  { table: 'LintResult', over: '"createdAt" < $1', keptMs: month },
  { table: 'Rehearsal', over: '"endedAt" < $1', keptMs: month },
  { table: 'UsageAlert', over: 'since < $1', keptMs: month },
  { table: 'PlanRequest', over: '"rejectedAt" < $1', keptMs: month },
  { table: 'SubscriptionMigration', over: 'at < $1', keptMs: () => UNDO_MS },
  // What was issued for a while is looked for by nobody.
  { table: 'AccessToken', over: `"expiresAt" < $1 AND name LIKE 'temporary-%'`, keptMs: atOnce },
  { table: 'AccessToken', over: '"expiresAt" < $1', keptMs: month },
  { table: 'ApiKey', over: '"expiresAt" < $1', keptMs: month },
  { table: 'ClientCertificate', over: '"notAfter" < $1', keptMs: month },
  { table: 'Membership', over: `state = 'INVITED' AND "invitationEndsAt" < $1`, keptMs: month },
  // Who was invited, and is in no org.
  {
    table: 'User',
    over: '"createdAt" < $1 AND NOT EXISTS (SELECT FROM "Membership" m WHERE m."userId" = "User".id)',
    keptMs: month,
  },
  { table: 'TokenFamily', over: '"expiresAt" < $1 OR "revokedAt" < $1', keptMs: outlived },
  // Nothing came of its code, and nothing can.
  {
    table: 'TokenFamily',
    over: `id IN (SELECT "familyId" FROM "AuthorizationCode" WHERE "usedAt" IS NULL AND "expiresAt" <= $1)`,
    keptMs: atOnce,
  },
  // Longer than any two clocks are apart.
  { table: 'Revocation', over: '"expiresAt" < $1', keptMs: () => HOUR_MS },
  { table: 'Event', over: 'at < $1', keptMs: ({ eventDays }) => days(eventDays) },
  // A moment can have many rows, so they go before it.
  {
    table: 'HistoryRow',
    over: '"momentId" IN (SELECT id FROM "HistoryMoment" WHERE at < $1)',
    keptMs: historyMs,
  },
  { table: 'HistoryMoment', over: 'at < $1', keptMs: historyMs },
  // Longer than any change takes between its first row and its moment.
  { table: 'HistoryDocument', over: '"lastAt" < $1', keptMs: (kept) => historyMs(kept) + DAY_MS },
  // Of a chain what is over goes by `removeChained`, from its beginning on.
  { table: 'AuditEvent', over: '"mac" IS NULL AND at < $1', keptMs: auditMs },
  { table: 'UsageSeries', over: '"lastDay" < $1', keptMs: ({ usageDays }) => days(usageDays + 31) },
  { table: 'FieldSet', over: '"lastDay" < $1', keptMs: ({ usageDays }) => days(usageDays + 31) },
  // Processes that have ended without a word.
  { table: 'PlatformProcess', over: '"seenAt" < $1', keptMs: () => HOUR_MS },
  // A gateway that is cut off for longer may count its last batch twice.
  { table: 'UsageWriter', over: 'at < $1', keptMs: () => 30 * DAY_MS },
];
