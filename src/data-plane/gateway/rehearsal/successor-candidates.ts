import { methodsAt, operationBy } from '../../../openapi/path-template.ts';
import type { CatalogSnapshot, ServedRehearsal } from '../../snapshot/snapshot.ts';
import { type Call, chosenOf } from '../call.ts';
import { type Candidate, candidateOf } from '../route/candidate.ts';
import { operationNameOf } from './mirrorable.ts';

type Known = { readonly backends: CatalogSnapshot['backends']; readonly candidate: Candidate };

/** The successors of rehearsed APIs, ready to be called. No call of a consumer is routed by them. */
export class SuccessorCandidates {
  readonly #known = new WeakMap<ServedRehearsal, Known>();

  /** Returns the successor of a rehearsal; undefined where there is none. */
  of(rehearsal: ServedRehearsal, catalog: CatalogSnapshot): Candidate | undefined {
    const { successor } = rehearsal;
    if (!successor) return undefined;
    const known = this.#known.get(rehearsal);
    if (known?.backends === catalog.backends) return known.candidate;
    const candidate = candidateOf(successor, catalog);
    this.#known.set(rehearsal, { backends: catalog.backends, candidate });
    return candidate;
  }

  /** Finds the operation that a call would be of the successor; undefined for none. */
  operationFor(call: Call, rehearsal: ServedRehearsal): string | undefined {
    const successor = this.of(rehearsal, call.catalog);
    if (!successor || successor.api.kind !== chosenOf(call).api.kind) return undefined;
    const { operations, api } = successor;
    if (api.kind === 'GRAPHQL' || !operations) return operationNameOf(call);
    const methods = methodsAt(operations, call.rest || '/');
    return methods && operationBy(methods, call.request.method ?? '');
  }
}
