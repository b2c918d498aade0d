export type MeterProps = {
  readonly value: number;
  readonly max: number;
  /** Value from which it is nearly full. */
  readonly high?: number;
  /** Its value in words, for people who do not see it. Left out where a text beside it says so. */
  readonly label?: string;
};

/** A part of a whole as a bar. */
export function Meter({ value, max, high, label }: MeterProps) {
  return (
    <meter
      class="meter"
      min={0}
      max={max}
      high={high}
      value={value}
      aria-label={label}
      aria-hidden={label === undefined ? 'true' : undefined}
    />
  );
}
