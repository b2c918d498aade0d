import { Refusal, refuse } from '../../../foundation/errors.ts';
import { TurnQueue } from '../../../foundation/turn-queue.ts';
import { AT_ONCE_MAX } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import { runInChild } from '../../../infrastructure/child-processes/run-in-child.ts';
import { transformationFailed } from './failed-step.ts';

/** An expression of JSONata, and the place of its step. */
export type JsonStep = { readonly place: string; readonly json: string };

/** An expression ends by itself in a fraction of the time. The child process ends one that cannot. */
const LIMITS = { timeMs: 2_000, memoryMb: 64 };
/** Child processes yield to the event loop a little: callers wait for them. */
const NICE = 1;
/** Bodies that wait: in all, and of an org. */
const WAITING_MAX = [1_000, 200];

/**
 * Transforms bodies in child processes, a few at a time.
 *
 * Orgs take turns, and none has all child processes. A slow expression holds up its own org alone.
 */
export class JsonSteps {
  readonly #onFault: (error: unknown) => void;
  readonly #turns = new TurnQueue({
    atOnceMax: AT_ONCE_MAX + 1,
    atOnceEach: AT_ONCE_MAX,
    waitingMax: WAITING_MAX,
    tooMany: () =>
      refuse('TEMPORARILY_UNAVAILABLE', {
        detail: 'Too many bodies are transformed at this moment: try again.',
        headers: { 'Retry-After': '1' },
      }),
  });

  /** @param onFault is told of a child process that ended without an answer */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /**
   * Returns the JSON after all steps, of which there is at least one.
   *
   * @throws TRANSFORMATION_FAILED; TEMPORARILY_UNAVAILABLE when too many wait; INTERNAL
   */
  async transform(orgId: string, body: Buffer, steps: readonly JsonStep[]): Promise<Buffer> {
    const made = await this.#turns
      .run([orgId], () => run(body, steps))
      .catch((error: unknown) => {
        if (error instanceof Refusal) throw error;
        this.#onFault(error);
        return refuse('INTERNAL');
      });
    if ('text' in made) return Buffer.from(made.text);
    throw transformationFailed({ step: steps[made.index]?.place ?? '', fault: made.fault, code: made.code });
  }
}

async function run(body: Buffer, steps: readonly JsonStep[]) {
  // Most gateways transform no JSON, and load no JSONata.
  const { transformJson } = await import('../../../domain/json-expression/transform-json.ts');
  return runInChild({
    module: 'domain/json-expression/transform-json',
    work: transformJson,
    input: { text: body.toString(), expressions: steps.map(({ json }) => json) },
    limits: LIMITS,
    nice: NICE,
    tooMuch: () => transformationFailed({ step: steps[0]?.place ?? '', fault: 'TOO_MUCH' }),
  });
}
