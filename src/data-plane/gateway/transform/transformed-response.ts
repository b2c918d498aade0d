import { BackendResponse } from '../../../domain/access-policy/step-expression.ts';
import { Refusal } from '../../../foundation/errors.ts';
import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { codingOf, decoded, headerOf, headersByName, isDecodable } from '../../../http/answer-body.ts';
import { headersOfChanged } from '../../../http/changed-body-headers.ts';
import type { Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { PassingReceiver } from '../../../infrastructure/outbound/upstream/passing-receiver.ts';
import type { SideSteps } from '../../snapshot/served-transformations.ts';
import type { Call } from '../call.ts';
import { isJsonType, JSON_BYTES_MAX } from '../contract/json-type.ts';
import { transformationFailed } from './failed-step.ts';
import type { JsonStep } from './json-steps.ts';
import { changeHeaders, changesBy } from './step-changes.ts';

type TransformedResponseDeps = {
  readonly call: Call;
  readonly side: SideSteps;
  /** Refuses the call, in place of an answer that cannot be changed. */
  readonly refuse: (refused: Refusal) => void;
  readonly transform: (body: Buffer, steps: readonly JsonStep[]) => Promise<Buffer>;
};

/** An answer that is held until its JSON is whole. */
type Held = {
  readonly status: number;
  readonly headers: readonly string[];
  readonly coding: string;
  readonly steps: readonly [JsonStep, ...JsonStep[]];
  readonly bytes: GatheredBytes;
};

/**
 * Passes an answer on as the steps of its API change it. Interim answers pass as they are.
 *
 * JSON that is changed is held until it is whole. What cannot be changed is refused, so that nothing passes unchanged.
 */
export class TransformedResponse extends PassingReceiver {
  readonly takesLent: boolean;
  readonly #deps: TransformedResponseDeps;
  #held: Held | undefined;
  #isOver = false;

  constructor(next: Receiver, deps: TransformedResponseDeps) {
    super(next);
    // Chunks that are held have to be copies.
    this.takesLent = !deps.side.changesJson && (next.takesLent ?? false);
    this.#deps = deps;
  }

  override onHead(status: number, headers: readonly string[]): void {
    if (status < 200) this.next.onHead(status, headers);
    else this.#try(() => this.#change(status, headers));
  }

  #change(status: number, received: readonly string[]): void {
    const { call, side } = this.#deps;
    const changes = changesBy(side, call, new BackendResponse(status, headersByName(received)));
    const headers = changeHeaders(received, changes.headers, { on: 'ANSWER' });
    const [first, ...others] = changes.json;
    if (!first || status === 204 || status === 304 || !isJsonType(headerOf(received, 'content-type')))
      this.next.onHead(status, headers);
    else if (call.request.method === 'HEAD') this.next.onHead(status, headersOfChanged(headers, undefined));
    else {
      const coding = codingOf(received);
      if (!isDecodable(coding) || status === 206)
        throw transformationFailed({ step: first.place, fault: 'UNREADABLE' });
      this.#held = { status, headers, coding, steps: [first, ...others], bytes: new GatheredBytes() };
    }
  }

  override onData(chunk: Buffer, isLast: boolean): void {
    if (this.#isOver) return;
    if (!this.#held) {
      this.next.onData(chunk, isLast);
      return;
    }
    const { bytes, steps } = this.#held;
    bytes.add(chunk);
    if (bytes.length > JSON_BYTES_MAX)
      this.#try(() => {
        throw transformationFailed({ step: steps[0].place, fault: 'TOO_LARGE' });
      });
  }

  override onEnd(): void {
    if (this.#isOver) return;
    if (!this.#held) this.next.onEnd();
    else this.#finish(this.#held).catch((error: unknown) => this.#refuse(error));
  }

  async #finish({ status, headers, coding, steps, bytes }: Held): Promise<void> {
    const { call, transform } = this.#deps;
    const plain = await this.#decoded(bytes.whole(), coding, steps[0]);
    const made = plain.length === 0 ? plain : await transform(plain, steps);
    if (this.#isOver || call.response.destroyed) return;
    this.next.onHead(status, headersOfChanged(headers, made.length, ['content-encoding']));
    if (made.length > 0) this.next.onData(made, true);
    this.next.onEnd();
  }

  async #decoded(body: Buffer, coding: string, { place }: JsonStep): Promise<Buffer> {
    try {
      return await decoded(body, coding, JSON_BYTES_MAX);
    } catch {
      throw transformationFailed({ step: place, fault: 'UNREADABLE' });
    }
  }

  override onError(error: Error): void {
    if (!this.#isOver) this.next.onError(error);
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#refuse(error);
    }
  }

  #refuse(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    this.#isOver = true;
    this.#held = undefined;
    this.#deps.refuse(error);
  }
}
