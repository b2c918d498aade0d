/** A number with the values of its labels. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A metric as a row of a table: its description and its reader. */
export type Metric<Source> = {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly labels?: readonly string[];
  /** The way that gateway workers combine a gauge. The default is the sum. */
  readonly aggregator?: 'min' | 'max';
  read(source: Source): number | readonly Sample[];
};
