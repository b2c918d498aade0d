import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { AcceptedBreaks } from '../api/version-breaks.ts';
import type { ManagementDeps } from '../context.ts';

/** Context of writing the steps of a manifest. */
export type WriteContext = Pick<ManagementDeps, 'clock' | 'secrets'> & {
  readonly transaction: Transaction;
  readonly orgId: string;
  /** Times of deprecation by product id, before the first step. */
  readonly deprecatedAt: ReadonlyMap<string, Date>;
  /** The names of the APIs that the org had before the first step. */
  readonly knownApis: ReadonlySet<string>;
  readonly accepted: AcceptedBreaks;
  readonly webhookSecrets: WebhookSecrets;
  readonly secretValues: SecretValues;
  readonly registrySecrets: RegistrySecrets;
};

/** Secrets of user registries in a manifest, by registry. They are not compared, shown or audited. */
type RegistrySecrets = ReadonlyMap<string, string>;

/** Values of secrets in a manifest, by `catalog/secret`. They are not compared, shown or audited. */
export type SecretValues = ReadonlyMap<string, string>;

/** Secrets of webhooks in a manifest, by `catalog/webhook`. They are not compared, shown or audited. */
export type WebhookSecrets = ReadonlyMap<string, string>;
