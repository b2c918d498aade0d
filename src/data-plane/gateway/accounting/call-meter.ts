import { AnswerHead } from '../../../domain/access-policy/answer-expression.ts';
import { CALL_STEPS } from '../../../domain/access-policy/call-condition.ts';
import { type MeterFault, unitsOfHeader, unitsOfValue } from '../../../domain/api/meters.ts';
import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { codingOf, decoded, headerOf, headersByName, isDecodable } from '../../../http/answer-body.ts';
import { expressionOf, type ServedMeter } from '../../snapshot/served-meter.ts';
import { EventData } from './event-data.ts';
import { PointedValues } from './pointed-values.ts';

/** The units that an answer tells, or the reason that it tells none. */
export type Reading = { readonly meter: string; readonly units: number | MeterFault };

/** Largest body that is read as a whole, as it comes and decoded. Events are read one by one. */
const BODY_BYTES_MAX = 1_000_000;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json\s*(?:;|$)/;
const EVENTS_TYPE = /^text\/event-stream\s*(?:;|$)/;
const LINES_TYPE = /^application\/(?:x-ndjson|ndjson|jsonl|json-lines)\s*(?:;|$)/;
const NONE: readonly Reading[] = [];
const NONE_EVALUATED: readonly undefined[] = [];

/** Reads how much a call uses while its answer passes. It holds nothing up, and changes nothing. */
export class CallMeter {
  readonly #meters: readonly ServedMeter[];
  /** Readings of headers, by meter. */
  #ofHead: readonly (number | MeterFault)[] | undefined;
  /** The head, where a meter has an expression over it. */
  #head: Omit<ConstructorParameters<typeof AnswerHead>[0], 'seconds'> | undefined;
  #sentAt = 0;
  #endedAt: number | undefined;
  #body: MeteredBody | undefined;
  #values: Promise<PointedValues | undefined> | undefined;
  #request: { readonly length: number } | null = null;
  #bytes = 0;
  #isWhole = false;

  constructor(meters: readonly ServedMeter[]) {
    this.#meters = meters;
  }

  /** Bytes of both bodies so far. */
  get bytes(): number {
    return (this.#request?.length ?? 0) + this.#bytes;
  }

  /** Is true when all of the answer has come. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** @param body whose length is that of the part that is there */
  onRequest(body: { readonly length: number } | null): void {
    this.#request = body;
    this.#sentAt = performance.now();
  }

  /** An answer without content, and one that is no success, tells no units. */
  onHead(status: number, headers: readonly string[]): void {
    if (status < 200 || status > 299 || status === 204 || this.#meters.length === 0) return;
    this.#ofHead = this.#meters.map(({ header }) =>
      header === undefined ? 'UNREADABLE' : unitsOfHeader(headerOf(headers, header)),
    );
    if (this.#meters.some(({ expression }) => expression))
      this.#head = { status, headers: headersByName(headers) };
    if (this.#meters.some(({ pointer }) => pointer)) this.#body = meteredBody(this.#meters, headers);
  }

  onData(chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#body?.add(chunk);
  }

  /** May be told of the end twice. */
  onEnd(): void {
    if (this.#isWhole) return;
    this.#isWhole = true;
    this.#endedAt = performance.now();
    this.#values = this.#body?.end();
    this.#body = undefined;
  }

  /**
   * Returns the readings by the names of meters. Of several meters of a name the first with units counts.
   *
   * An answer that broke off is not at fault: it tells what it told until then.
   */
  async readings(): Promise<readonly Reading[]> {
    const ofHead = this.#ofHead;
    if (!ofHead) return NONE;
    const values = this.#isWhole ? await this.#values : this.#body?.soFar;
    const evaluated = this.#evaluated();
    const readings = new Map<string, Reading>();
    for (const [at, { name: meter, pointer }] of this.#meters.entries()) {
      const units =
        pointer && values ? unitsOfValue(values.of(at)) : (evaluated[at] ?? ofHead[at] ?? 'UNREADABLE');
      if (typeof units !== 'number' && !this.#isWhole) continue;
      if (typeof readings.get(meter)?.units !== 'number' && !(units === 'MISSING' && readings.has(meter)))
        readings.set(meter, { meter, units });
    }
    return [...readings.values()];
  }

  /** Evaluates expressions, which together may cost as much as the conditions of a call. */
  #evaluated(): readonly (number | MeterFault | undefined)[] {
    if (!this.#head) return NONE_EVALUATED;
    const seconds = ((this.#endedAt ?? performance.now()) - this.#sentAt) / 1_000;
    const head = new AnswerHead({ ...this.#head, seconds });
    const budget = { steps: CALL_STEPS };
    return this.#meters.map((meter) => expressionOf(meter)?.unitsOf(head, budget));
  }
}

/** A body that pointers lead into. */
type MeteredBody = {
  add(chunk: Buffer): void;
  /** Returns the values of the whole body. Undefined is one that cannot be read. */
  end(): Promise<PointedValues | undefined>;
  /** The values that were found until now. */
  readonly soFar: PointedValues | undefined;
};

function meteredBody(meters: readonly ServedMeter[], headers: readonly string[]): MeteredBody | undefined {
  const type = headerOf(headers, 'content-type') ?? '';
  const coding = codingOf(headers);
  const isLines = LINES_TYPE.test(type);
  const isEvents = isLines || EVENTS_TYPE.test(type);
  if (!isDecodable(coding) || !(isEvents || JSON_TYPE.test(type))) return undefined;
  const values = new PointedValues(meters);
  const events = isEvents ? new EventData((data) => values.glance(data), isLines) : undefined;
  return events && coding === 'identity'
    ? new PassingEvents(values, events)
    : new WholeBody(values, { coding, events });
}

/** Events that are read one by one. */
class PassingEvents implements MeteredBody {
  readonly soFar: PointedValues;
  readonly #events: EventData;

  constructor(values: PointedValues, events: EventData) {
    this.soFar = values;
    this.#events = events;
  }

  add(chunk: Buffer): void {
    this.#events.add(chunk);
  }

  async end(): Promise<PointedValues> {
    this.#events.end();
    return this.soFar;
  }
}

type WholeBodyOptions = {
  readonly coding: string;
  /** Finds the events of a compressed stream; undefined for one JSON text. */
  readonly events: EventData | undefined;
};

/** A body that is read when it is whole. */
class WholeBody implements MeteredBody {
  readonly soFar = undefined;
  readonly #values: PointedValues;
  readonly #options: WholeBodyOptions;
  /** Undefined is a body that is too large. */
  #bytes: GatheredBytes | undefined = new GatheredBytes();

  constructor(values: PointedValues, options: WholeBodyOptions) {
    this.#values = values;
    this.#options = options;
  }

  add(chunk: Buffer): void {
    this.#bytes?.add(chunk);
    if (this.#bytes && this.#bytes.length > BODY_BYTES_MAX) this.#bytes = undefined;
  }

  async end(): Promise<PointedValues | undefined> {
    const { coding } = this.#options;
    try {
      const body = this.#bytes && (await decoded(this.#bytes.whole(), coding, BODY_BYTES_MAX));
      return body && this.#read(body) ? this.#values : undefined;
    } catch {
      return undefined;
    }
  }

  #read(body: Buffer): boolean {
    const { events } = this.#options;
    if (!events) return this.#values.see(body.toString());
    events.add(body);
    events.end();
    return true;
  }
}
