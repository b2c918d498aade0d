import type { DecisionStep } from '../../domain/call/decision-step.ts';
import { clientKeyInShort } from '../../domain/consumer/client-key.ts';
import type { Client } from '../snapshot/snapshot.ts';

/** The steps of an endpoint, in the order of RFC 6749. */
type OAuthStep = 'request' | 'oauthClient' | 'grantType' | 'grant' | 'token';

/** The steps that a request to an endpoint has reached. They say why it was refused. */
export class Progress {
  readonly #steps: { readonly step: OAuthStep; facts: DecisionStep['facts'] }[] = [
    { step: 'request', facts: {} },
  ];
  /** The client that the request names, whether or not it has proved to be it. */
  client: Client | undefined;

  /** Begins a step. The one before it has passed. */
  begin(step: OAuthStep, facts: DecisionStep['facts'] = {}): void {
    this.#steps.push({ step, facts });
  }

  /** Notes the client that the request names. */
  names(client: Client | undefined, facts: DecisionStep['facts']): void {
    this.client = client;
    const known = client && {
      client: clientKeyInShort(client.clientKey),
      application: client.application.name,
      clientType: client.clientType,
    };
    const last = this.#steps.at(-1);
    if (last) last.facts = { ...facts, isKnown: client !== undefined, ...known };
  }

  /** Adds facts to the present step. */
  adds(facts: DecisionStep['facts']): void {
    const last = this.#steps.at(-1);
    if (last) last.facts = { ...last.facts, ...facts };
  }

  /** The decision on a refused request. Its last step refused it. */
  decision(): DecisionStep[] {
    const last = this.#steps.length - 1;
    return this.#steps.map((step, at) => ({ ...step, outcome: at === last ? 'REFUSED' : 'PASSED' }));
  }
}
