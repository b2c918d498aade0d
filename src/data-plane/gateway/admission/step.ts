import type { DecisionStep } from '../../../domain/call/decision-step.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { ClientTokens } from '../../../infrastructure/client-credentials/client-tokens.ts';
import type { ExternalTokens } from '../../../infrastructure/issuers/external-tokens.ts';
import type { Counters } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { FailedTokens } from '../../../infrastructure/limits/guesses/failed-tokens.ts';
import type { Tracing } from '../../../infrastructure/observability/tracing.ts';
import type { UsageAverages } from '../accounting/usage-averages.ts';
import type { Call } from '../call.ts';
import type { ApiContracts } from '../contract/api-contracts.ts';
import type { Breakers } from '../forward/breakers.ts';
import type { Persisted } from '../graphql/persisted.ts';
import type { ReadingTurns } from '../graphql/reading-turns.ts';
import type { Schemas } from '../graphql/served-schemas.ts';
import type { ValidationBudget } from '../graphql/validation-budget.ts';
import type { TargetStates } from '../route/weighted-upstreams.ts';
import type { ClientCertificates } from './client-certificates.ts';
import type { ConcurrencyTable } from './concurrent-calls.ts';
import type { KnownPersons } from './known-persons.ts';
import type { ShownSecrets } from './shown-secrets.ts';
import type { TokenCache } from './token-cache.ts';
import type { WaveBudgets } from './wave-budgets.ts';

/** Dependencies of the admission steps. */
export type AdmissionDeps = {
  readonly limits: Counters;
  readonly averages: Pick<UsageAverages, 'of'>;
  readonly tokens: TokenCache;
  readonly externalTokens: Pick<ExternalTokens, 'issuersOf' | 'verify'>;
  readonly failedTokens: FailedTokens;
  readonly shownSecrets: ShownSecrets;
  readonly certificates: Pick<ClientCertificates, 'of'>;
  readonly knownPersons: Pick<KnownPersons, 'recall' | 'ask'>;
  readonly schemas: Pick<Schemas, 'of'>;
  readonly contracts: Pick<ApiContracts, 'of' | 'note' | 'drifts'>;
  readonly persisted: Persisted;
  readonly validationBudget: ValidationBudget;
  readonly readingTurns: ReadingTurns;
  readonly breakers: Pick<Breakers, 'admit'>;
  readonly targetStates: TargetStates;
  readonly backendTokens: Pick<ClientTokens, 'token'>;
  readonly concurrentCalls: ConcurrencyTable;
  readonly waveBudgets: Pick<WaveBudgets, 'of'>;
  /** Concurrent calls of one address to the open APIs of an org. */
  readonly anonymousCallsMax: number;
  /** The gateway's name in Via. */
  readonly pseudonym: string;
  readonly clock: Clock;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
};

/**
 * One step of admission: it notes on the call what it found out, or refuses.
 *
 * @returns a promise only when there is something to wait for
 */
export type Step = (call: Call, deps: AdmissionDeps) => void | Promise<void>;

/**
 * Facts of a step for the decision on a refused call. Whoever may read decisions sees them: none is a secret, or text of
 * the caller's.
 */
export type StepFacts = (call: Call) => DecisionStep['facts'];
