/** The smallest of 1, 2, 5, 10, 20, 50 … that holds a value. An axis that ends there is easy to read. */
export function axisMaximum(value: number): number {
  let power = 1;
  for (;;) {
    const found = [1, 2, 5].map((digit) => digit * power).find((each) => each >= value);
    if (found !== undefined) return found;
    power *= 10;
  }
}

/** The lines of an axis up to its end. They are whole numbers from 0 in even steps. */
export function axisTicks(maximum: number): number[] {
  const steps = [5, 4, 2, 1].find((each) => maximum % each === 0 && isRound(maximum / each)) ?? 1;
  return Array.from({ length: steps + 1 }, (_, index) => (maximum / steps) * index);
}

/** Tells whether a step is 1, 2, 5, 10, 20, 50 … */
const isRound = (step: number) => axisMaximum(step) === step;

/** A part of a stacked bar: from its top, downwards. */
type Segment = { readonly top: number; readonly height: number };

/** One failed call among thousands has to be seen. */
const SEGMENT_MIN = 2;

/** Computes the parts of a bar, the first one at the bottom. 0 is at `height` and `maximum` at 0. */
export function stackedSegments(
  values: readonly number[],
  { height, maximum }: { readonly height: number; readonly maximum: number },
): Segment[] {
  let top = height;
  return values.map((value) => {
    const segment = value === 0 ? 0 : Math.max(SEGMENT_MIN, (value / maximum) * height);
    top -= segment;
    return { top: rounded(top), height: rounded(segment) };
  });
}

/** A tenth of a pixel is not seen, and its digits weigh. */
const rounded = (pixels: number) => Math.round(pixels * 10) / 10;
