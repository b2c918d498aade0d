import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { PassingReceiver } from '../../../infrastructure/outbound/upstream/passing-receiver.ts';
import { ANSWER_BYTES_MAX, type ResponseCostReader } from '../graphql/response-cost-reader.ts';

/** An empty line, whatever the lines end in. (HTML, "Interpreting an event stream") */
const END_OF_EVENT = /\r\n\r\n|\n\n|\r\r|\n\r\n|\r\n\n/;
/** Last characters that may be the beginning of an empty line. */
const UNSURE = 3;
const END_OF_LINE = /\r\n|\n|\r/;

/** The stream was ended, and whatever the back-end still has to say with it. */
class StreamEnded extends Error {
  override readonly name = 'Ended';
}

/**
 * The events of a subscription on their way to the caller. Each waits until it is whole and charged; one that the plan's
 * window has no room for does not pass: an event that says so ends the stream. What only keeps the stream alive is not
 * charged. Of an event that is larger than answers are read, each part passes as one that cannot be read.
 */
export class ChargedEvents extends PassingReceiver {
  readonly #reader: Pick<ResponseCostReader, 'charge'>;
  readonly #control: ExchangeControl;
  /** Bytes of an event that has not ended yet. */
  #begun = '';
  /** Bytes behind it, which may hold its end. */
  #rest = '';
  #hasEnded = false;
  /** Tells whether an event waits for the counter. */
  #isWaiting = false;
  #isOver = false;

  constructor(reader: Pick<ResponseCostReader, 'charge'>, next: Receiver, control: ExchangeControl) {
    super(next);
    this.#reader = reader;
    this.#control = control;
  }

  override onData(chunk: Buffer): void {
    this.#rest += chunk.toString('latin1');
    this.#passOn();
  }

  override onEnd(): void {
    this.#hasEnded = true;
    this.#passOn();
  }

  override onError(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.next.onError(error);
  }

  #passOn(): void {
    while (!this.#isWaiting && !this.#isOver) {
      const event = this.#takeEvent();
      if (event === '') {
        if (this.#hasEnded) this.#end();
        return;
      }
      this.#pass(event);
    }
  }

  /** The next event that is there as a whole; empty where none is. */
  #takeEvent(): string {
    const end = END_OF_EVENT.exec(this.#rest);
    const isLast = this.#hasEnded || this.#begun.length + this.#rest.length > ANSWER_BYTES_MAX;
    const length = end ? end.index + end[0].length : this.#rest.length - (isLast ? 0 : UNSURE);
    this.#begun += this.#rest.slice(0, Math.max(0, length));
    this.#rest = this.#rest.slice(Math.max(0, length));
    if (!end && !isLast) return '';
    const event = this.#begun;
    this.#begun = '';
    return event;
  }

  #pass(event: string): void {
    const data = dataOf(event);
    const refused = data === '' ? undefined : this.#reader.charge(data);
    if (!(refused instanceof Promise)) {
      this.#finish(event, refused);
      return;
    }
    this.#isWaiting = true;
    this.#control.pause();
    void refused.then((refusal) => {
      this.#isWaiting = false;
      this.#finish(event, refusal);
      this.#passOn();
      if (!this.#isWaiting) this.#control.resume();
    });
  }

  #finish(event: string, refused: string | undefined): void {
    if (this.#isOver) return;
    if (refused === undefined) {
      this.next.onData(Buffer.from(event, 'latin1'), false);
      return;
    }
    this.next.onData(Buffer.from(`event: next\ndata: ${refused}\n\nevent: complete\ndata:\n\n`), true);
    this.#end();
    this.#control.abort(new StreamEnded());
  }

  #end(): void {
    this.#isOver = true;
    this.next.onEnd();
  }
}

function dataOf(event: string): string {
  const data = event.split(END_OF_LINE).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
  return Buffer.from(data.join('\n'), 'latin1').toString('utf8');
}
