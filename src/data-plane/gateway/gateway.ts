import { envelop } from '@envelop/core';
import { Refusal, refusal } from '../../foundation/errors.ts';
import type { Endpoint } from '../../http/ingress/endpoint.ts';
import type { Ingress } from '../../http/ingress/ingress.ts';
import { ClientTokens } from '../../infrastructure/client-credentials/client-tokens.ts';
import { ExternalTokens } from '../../infrastructure/issuers/external-tokens.ts';
import { FailedTokens } from '../../infrastructure/limits/guesses/failed-tokens.ts';
import type { CallCounts } from '../../infrastructure/observability/metrics/call-metrics.ts';
import type { RefusedCall } from '../recorded/refused-calls.ts';
import { unhealthyTargets } from '../snapshot/unhealthy-targets.ts';
import { refundCall } from './accounting/charges.ts';
import { Flush } from './accounting/flush-timer.ts';
import { UsageSettlements } from './accounting/usage-settlements.ts';
import { chooseOther } from './admission/backend.ts';
import { ClientCertificates } from './admission/client-certificates.ts';
import { ConcurrencyTable } from './admission/concurrent-calls.ts';
import { KnownPersons } from './admission/known-persons.ts';
import { ShownSecrets } from './admission/shown-secrets.ts';
import type { AdmissionDeps } from './admission/step.ts';
import { TokenCache } from './admission/token-cache.ts';
import { useAdmission } from './admission/use-admission.ts';
import { WaveBudgets } from './admission/wave-budgets.ts';
import { type Call, CallerGone, cancelWork, newCall } from './call.ts';
import { type CallerBounds, defaultCallerBounds } from './caller-bounds.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { SampledAnswers } from './contract/sampled-answers.ts';
import { Breakers } from './forward/breakers.ts';
import { createCallPass } from './forward/call-pass.ts';
import { Forwarder } from './forward/forwarder.ts';
import { Outliers } from './forward/outliers.ts';
import type { GatewayDeps } from './gateway-deps.ts';
import { Persisted } from './graphql/persisted.ts';
import { ReadingTurns } from './graphql/reading-turns.ts';
import { Schemas } from './graphql/served-schemas.ts';
import { ValidationBudget } from './graphql/validation-budget.ts';
import { recordOf } from './record/call-record.ts';
import { describeSpan } from './record/describe-span.ts';
import { Metrics } from './record/metrics.ts';
import { Recorder } from './record/recorder.ts';
import { refusedCallOf } from './record/refused-call.ts';
import { refuseCall } from './refusal.ts';
import { Rehearsals } from './rehearsal/rehearsals.ts';
import { createRetiredPaths, withRetired } from './retired-refusal.ts';
import { answersPreflight } from './route/cors.ts';
import { RouteFinder } from './route/route-finder.ts';

type GatewayMetrics = CallCounts & { readonly tokensRemembered: number };

export type Gateway = {
  /**
   * Serves a request under an API of a catalog. Any other is left untouched, for which it returns false.
   *
   * A caller who expects 100 Continue gets it when the call is admitted.
   */
  readonly handle: (ingress: Ingress) => boolean;
  /** Tells whether a path on the shared host belongs to an API. The path has no query. */
  readonly hasRoute: (path: string) => boolean;
  /** Refuses calls of paths that only retired products served. It is asked when nothing else serves a path. */
  readonly handleRetired: Endpoint;
  metrics(): GatewayMetrics;
  /** Keeps a refused request of an OAuth endpoint among the refused calls. */
  readonly noteRefused: (call: RefusedCall) => void;
  /** Writes the usage and the calls so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a gateway over a snapshot. */
export function createGateway(deps: GatewayDeps): Gateway {
  return new DataPlane(deps);
}

/**
 * The data plane: finds the API, admits the call, and forwards it. From the first byte to the back-end nothing is
 * waited for but what has to be: a token seen for the first time, the body of a GraphQL request, the counter.
 */
class DataPlane implements Gateway {
  readonly #deps: GatewayDeps;
  readonly #recorder: Recorder;
  readonly #flush: Flush;
  readonly #tokens: TokenCache;
  readonly #metrics = new Metrics();
  readonly #routes = new RouteFinder();
  readonly #breakers: Breakers;
  readonly #outliers: Outliers;
  readonly #backendTokens: ClientTokens;
  readonly #externalTokens: ExternalTokens;
  readonly #concurrentCalls = new ConcurrencyTable();
  readonly #waveBudgets: WaveBudgets;
  readonly #answers: SampledAnswers;
  readonly #rehearsals: Rehearsals;
  readonly #usage: UsageSettlements;
  readonly #underWay: CallsInFlight;
  readonly #admit: (call: Call) => unknown;
  readonly #forwarder: Forwarder;
  readonly handleRetired: Endpoint;

  constructor(deps: GatewayDeps) {
    const { clock, limits, onFault, pseudonym, callerBounds = defaultCallerBounds } = deps;
    this.#deps = deps;
    this.#recorder = new Recorder(deps);
    this.#waveBudgets = new WaveBudgets(deps);
    const writers = [...this.#recorder.writers(), () => this.#waveBudgets.giveBack()];
    this.#flush = new Flush({ writers, onFault });
    this.#tokens = new TokenCache(clock);
    this.#breakers = new Breakers({ clock, onFault });
    this.#answers = new SampledAnswers({
      drifts: this.#recorder.drifts,
      shapes: this.#recorder.shapes,
      onFault,
    });
    this.#outliers = new Outliers({ clock, onFault });
    this.#usage = new UsageSettlements({ limits, clock, onFault, recorder: this.#recorder });
    const outbound = { outboundOf: (orgId: string) => deps.outbound.forOrg(orgId), clock };
    this.#backendTokens = new ClientTokens(outbound);
    this.#externalTokens = new ExternalTokens(outbound);
    this.#underWay = new CallsInFlight(callerBounds);
    this.handleRetired = createRetiredPaths({ ...deps, onRefused: this.noteRefused });
    const admission = this.#admissionDeps(callerBounds);
    this.#admit = envelop({ plugins: [useAdmission(admission)] });
    const passOf = createCallPass(deps);
    this.#rehearsals = new Rehearsals({
      ...admission,
      onFault,
      passOf,
      isBusy: deps.isBusy,
      upstreams: deps.outbound.upstreams,
      findings: this.#recorder.rehearsals,
      contracts: this.#answers.contracts,
    });
    this.#forwarder = new Forwarder({
      onFault,
      answers: this.#answers,
      comparisonTapFor: (call) => this.#rehearsals.tapFor(call),
      proxy: {
        ...deps,
        passOf,
        onStreamEnded(call, { code }) {
          call.refusedWith = code;
        },
      },
      backends: {
        upstreams: deps.outbound.upstreams,
        breakers: this.#breakers,
        outliers: this.#outliers,
        clock,
        chooseOther: (call) => chooseOther(call, admission),
        backendTokens: this.#backendTokens,
        limits,
        pseudonym,
        refuse: (call, refused) => this.#refuse(call, refused),
      },
    });
  }

  #admissionDeps({ anonymousCallsMax }: CallerBounds): AdmissionDeps {
    const { limits, clock, pseudonym, tracing } = this.#deps;
    return {
      limits,
      averages: this.#usage.averages,
      clock,
      tokens: this.#tokens,
      externalTokens: this.#externalTokens,
      failedTokens: new FailedTokens(),
      shownSecrets: new ShownSecrets(this.#deps),
      certificates: new ClientCertificates(clock),
      knownPersons: new KnownPersons(this.#deps),
      schemas: new Schemas(),
      contracts: this.#answers.contracts,
      persisted: new Persisted(),
      validationBudget: new ValidationBudget(clock),
      readingTurns: new ReadingTurns(),
      breakers: this.#breakers,
      targetStates: { isOpen: (key) => this.#breakers.isOpen(key), shareOf: this.#outliers.shareOf },
      backendTokens: this.#backendTokens,
      concurrentCalls: this.#concurrentCalls,
      waveBudgets: this.#waveBudgets,
      anonymousCallsMax,
      pseudonym,
      tracing,
    };
  }

  readonly handle = (ingress: Ingress): boolean => {
    const snapshot = this.#deps.snapshots.current();
    const match = this.#routes.take(snapshot, ingress.hostPath + ingress.target.path);
    if (match)
      this.#serve(newCall(ingress, match, { snapshot, span: this.#deps.tracing?.active() }), ingress.refused);
    return match !== undefined;
  };

  readonly hasRoute = (path: string): boolean =>
    this.#routes.find(this.#deps.snapshots.current(), path) !== undefined;

  #serve(call: Call, refused: Refusal | undefined): void {
    call.response.on('close', () => this.#finish(call));
    this.#underWay.add(call);
    try {
      if (refused) throw refused;
      if (answersPreflight(call)) return;
      this.#admit(call);
      if (call.admission)
        call.admission.then(() => this.#forward(call)).catch((error: unknown) => this.#fail(call, error));
      else this.#forward(call);
    } catch (error) {
      this.#fail(call, error);
    }
  }

  #forward(call: Call): void {
    this.#recorder.use(call);
    this.#forwarder.answer(call, (error) => this.#fail(call, error));
  }

  #fail(call: Call, error: unknown): void {
    const { limits, clock, onFault } = this.#deps;
    if (error instanceof CallerGone) return;
    if (!(error instanceof Refusal)) onFault(error);
    refundCall(call, limits);
    this.#refuse(call, error instanceof Refusal ? withRetired(call, error, clock()) : refusal('INTERNAL'));
  }

  #refuse(call: Call, refused: Refusal): void {
    call.refusedWith = refused.code;
    refuseCall(call, refused, this.#deps.urls);
    this.#recorder.refused(refusedCallOf(call, refused, this.#deps.clock()));
  }

  readonly noteRefused = (call: RefusedCall): void => this.#recorder.refused(call);

  #finish(call: Call): void {
    if (!this.#underWay.remove(call)) return;
    // Node takes what it could not send for finished when the connection has broken.
    const abandoned = !call.response.writableFinished || call.request.socket.destroyed;
    if (abandoned) cancelWork(call, new CallerGone());
    this.#concurrentCalls.leave(call);
    if (call.probe) this.#breakers.release(call.probe);
    const record = recordOf(call, abandoned);
    this.#recorder.ended(call, record);
    this.#usage.settle(call);
    describeSpan(call, record);
    this.#metrics.record(record.outcome, record.status, record.durationMs);
    this.#deps.onCall?.(record);
  }

  metrics(): GatewayMetrics {
    return {
      ...this.#metrics.read(),
      tokensRemembered: this.#tokens.size,
      backendsLeftAlone: this.#breakers.open(),
      targetsEjected: this.#outliers.ejected(),
      targetsUnhealthy: unhealthyTargets(this.#deps.snapshots.current()),
      keySets: this.#externalTokens.counts(),
      meterFaults: this.#usage.faults.counts(),
      contractChecks: this.#answers.contracts.counts(),
      undetailedUsage: this.#recorder.undetailed(),
    };
  }

  readonly flush = (): Promise<void> =>
    Promise.all([this.#usage.settled(), this.#answers.settled(), this.#rehearsals.settled()]).then(() =>
      this.#flush.now(),
    );

  async close(): Promise<void> {
    this.#underWay.close();
    this.#rehearsals.close();
    await Promise.all([this.#usage.settled(), this.#answers.close()]);
    await this.#flush.close();
    await this.#waveBudgets.close().catch(this.#deps.onFault);
  }
}
