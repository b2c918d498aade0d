import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { LATENCY_BUCKETS } from '../../domain/call/latency.ts';
import { MINUTE_MS } from '../../domain/call/usage.ts';
import type {
  FieldSet,
  FieldSetCount,
  MeterCount,
  UsageBatch,
  UsageCount,
  UsageSeries,
} from './usage-batch.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Characters of JSON text in one part. NATS takes messages of 1 MB unless it is set otherwise. */
const CHARACTERS_MAX = 800_000;
/** Sequences from one batch to the next. Its parts have those between, and it has no more of them. */
export const PART_SEQUENCES = 4_096;
/** Bytes of a part once it is inflated. A larger one was written by somebody else. */
const INFLATED_MAX = 64_000_000;

/** A part of a batch as compressed text, with a sequence of its own. */
type EncodedPart = { readonly sequence: number; readonly contents: Buffer };

type Numbered<Columns extends readonly unknown[]> = readonly [series: number, minute: number, ...Columns];
/** The form of the text. Minutes are counted from 1970. Of durations those that occurred stand: bucket, calls, … */
type Text = {
  readonly v: 1;
  readonly at: number;
  readonly series: readonly (readonly (string | null)[])[];
  readonly counts: readonly Numbered<[UsageCount['outcome'], UsageCount['code'], readonly number[]]>[];
  readonly meters: readonly Numbered<[meter: string, units: number, faults: number]>[];
  readonly sets: readonly (readonly string[] | null)[];
  readonly fields: readonly Numbered<[isOfQuery: boolean, set: number, calls: number]>[];
  readonly lastUse: readonly (readonly [id: string, at: number])[];
};

/**
 * Encodes a batch in parts that a message of NATS holds. The same batch has the same parts, however often it is sent.
 */
export async function encodeBatch(batch: UsageBatch): Promise<EncodedPart[]> {
  const parts = new PartWriter(batch.at.getTime());
  for (const count of batch.counts) parts.addCount(count);
  for (const meter of batch.meters) parts.addMeter(meter);
  for (const fields of batch.fieldSets) parts.addFields(fields);
  for (const used of batch.lastUse) parts.addUse(used);
  const texts = parts.end();
  if (texts.length > PART_SEQUENCES) throw new Error(`A batch of usage has ${texts.length} parts.`);
  const contents = await Promise.all(texts.map((text) => deflate(JSON.stringify(text), { level: 1 })));
  return contents.map((each, part) => ({ sequence: batch.sequence * PART_SEQUENCES + part, contents: each }));
}

/** The parts of a batch, one being filled. */
class PartWriter {
  readonly #at: number;
  readonly #full: Text[] = [];
  #part: PartInWork;

  constructor(at: number) {
    this.#at = at;
    this.#part = new PartInWork(at);
  }

  addCount({ series, minute, outcome, code, durations }: UsageCount): void {
    const part = this.#room();
    const sparse = durations.flatMap((calls, bucket) => (calls === 0 ? [] : [bucket, calls]));
    part.text.counts.push([part.series(series), minutesOf(minute), outcome, code, sparse]);
    part.took(40 + 4 * sparse.length);
  }

  addMeter({ series, minute, meter, units, faults }: MeterCount): void {
    const part = this.#room();
    part.text.meters.push([part.series(series), minutesOf(minute), meter, units, faults]);
    part.took(60 + meter.length);
  }

  addFields({ series, minute, isOfQuery, set, calls }: FieldSetCount): void {
    const part = this.#room();
    part.text.fields.push([part.series(series), minutesOf(minute), isOfQuery, part.set(set), calls]);
    part.took(40);
  }

  addUse(used: readonly [string, number]): void {
    const part = this.#room();
    part.text.lastUse.push(used);
    part.took(60);
  }

  end(): readonly Text[] {
    return [...this.#full, this.#part.text];
  }

  #room(): PartInWork {
    if (this.#part.characters >= CHARACTERS_MAX) {
      this.#full.push(this.#part.text);
      this.#part = new PartInWork(this.#at);
    }
    return this.#part;
  }
}

type Growing<Of> = {
  -readonly [Name in keyof Of]: Of[Name] extends readonly (infer Item)[] ? Item[] : Of[Name];
};

/** A part to which series and sets are added once. */
class PartInWork {
  readonly text: Growing<Text>;
  /** About as many as its text has. */
  characters = 0;
  readonly #series = new Map<UsageSeries, number>();
  readonly #sets = new Map<FieldSet, number>();

  constructor(at: number) {
    this.text = { v: 1, at, series: [], counts: [], meters: [], sets: [], fields: [], lastUse: [] };
  }

  took(characters: number): void {
    this.characters += characters;
  }

  series(series: UsageSeries): number {
    const known = this.#series.get(series);
    if (known !== undefined) return known;
    const columns = SERIES.map((name) => series[name]);
    this.took(columns.reduce((sum, column) => sum + (column?.length ?? 4) + 3, 0));
    this.#series.set(series, this.text.series.length);
    return this.text.series.push(columns) - 1;
  }

  set(set: FieldSet): number {
    const known = this.#sets.get(set);
    if (known !== undefined) return known;
    this.took((set.coordinates ?? []).reduce((sum, coordinate) => sum + coordinate.length + 3, 6));
    this.#sets.set(set, this.text.sets.length);
    return this.text.sets.push(set.coordinates) - 1;
  }
}

const SERIES = [
  'orgId',
  'catalog',
  'consumerOrg',
  'application',
  'subscriptionId',
  'product',
  'plan',
  'api',
  'operation',
] as const satisfies readonly (keyof UsageSeries)[];

const minutesOf = (minute: Date) => minute.getTime() / MINUTE_MS;
const minuteOf = (minutes: number) => new Date(minutes * MINUTE_MS);

/** The counts of a part, without its sequence. */
export type DecodedPart = Omit<UsageBatch, 'sequence'>;

/** Decodes parts. Series and sets that several have are one object, so that each is hashed once. */
export class PartDecoder {
  readonly #series = new Map<string, UsageSeries>();
  readonly #sets = new Map<string, FieldSet>();

  /** @throws what is wrong with it, where it is no part of a batch */
  async decode(contents: Uint8Array): Promise<DecodedPart> {
    const inflated = await inflate(contents, { maxOutputLength: INFLATED_MAX });
    const text = JSON.parse(inflated.toString()) as Text;
    if (text.v !== 1) throw new Error(`A batch of usage has the form ${text.v}, which is not known.`);
    const series = text.series.map((columns) => this.#seriesOf(columns));
    const sets = text.sets.map((coordinates) => this.#setOf(coordinates));
    const within = (at: number, minutes: number) => ({
      series: series[at] as UsageSeries,
      minute: minuteOf(minutes),
    });
    return {
      at: new Date(text.at),
      counts: text.counts.map(([at, minutes, outcome, code, sparse]) => ({
        ...within(at, minutes),
        outcome,
        code,
        durations: durationsOf(sparse),
      })),
      meters: text.meters.map(([at, minutes, meter, units, faults]) => ({
        ...within(at, minutes),
        meter,
        units,
        faults,
      })),
      fieldSets: text.fields.map(([at, minutes, isOfQuery, set, calls]) => ({
        ...within(at, minutes),
        isOfQuery,
        set: sets[set] as FieldSet,
        calls,
      })),
      lastUse: new Map(text.lastUse),
    };
  }

  #seriesOf(columns: readonly (string | null)[]): UsageSeries {
    return valueIn(
      this.#series,
      JSON.stringify(columns),
      () => Object.fromEntries(SERIES.map((name, at) => [name, columns[at] ?? null])) as UsageSeries,
    );
  }

  #setOf(coordinates: readonly string[] | null): FieldSet {
    return valueIn(this.#sets, JSON.stringify(coordinates), () => ({ coordinates }));
  }
}

function valueIn<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

function durationsOf(sparse: readonly number[]): number[] {
  const durations = new Array<number>(LATENCY_BUCKETS).fill(0);
  for (let at = 0; at < sparse.length; at += 2) durations[sparse[at] ?? 0] = sparse[at + 1] ?? 0;
  return durations;
}
