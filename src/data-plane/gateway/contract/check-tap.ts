import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { codingOf, headerOf } from '../../../http/answer-body.ts';
import type { SampledAnswer } from '../../../openapi/contract/answer-faults.ts';
import type { ServedContract } from '../../snapshot/served-contract.ts';
import type { Call } from '../call.ts';

/** Takes a copy when it is whole. Undefined is one that is too large. */
type Take = (call: Call, contract: ServedContract, answer: SampledAnswer | undefined) => void;

/** Largest answer that is checked, as it comes. */
const BYTES_MAX = 100_000;

/** The tap of an answer that is checked. What it read is handed over when all of it has gone to the caller. */
export class CheckTap {
  readonly #call: Call;
  readonly #contract: ServedContract;
  readonly #take: Take;
  #head: { readonly status: number; readonly type: string | undefined; readonly coding: string } | undefined;
  /** Undefined is an answer that is too large. */
  #bytes: GatheredBytes | undefined = new GatheredBytes();

  constructor(call: Call, contract: ServedContract, take: Take) {
    this.#call = call;
    this.#contract = contract;
    this.#take = take;
  }

  onHead(status: number, headers: readonly string[]): void {
    if (status < 200 || status === 304) return;
    this.#head = { status, type: headerOf(headers, 'content-type'), coding: codingOf(headers) };
  }

  onData(chunk: Buffer): void {
    this.#bytes?.add(chunk);
    if (this.#bytes && this.#bytes.length > BYTES_MAX) this.#bytes = undefined;
  }

  /** May be told of the end twice. */
  onEnd(): void {
    const [head, bytes] = [this.#head, this.#bytes];
    this.#head = undefined;
    if (head) this.#take(this.#call, this.#contract, bytes && { ...head, body: bytes.whole() });
  }
}
