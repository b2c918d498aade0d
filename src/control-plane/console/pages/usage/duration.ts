import type { Formats } from '../../../../ui/kit/formats.ts';

/**
 * Writes a duration as `12 ms` or `1.4 s`. Percentiles come from a histogram, so more digits would be false
 * precision.
 */
export function duration(format: Formats, milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  const [value, unit] = milliseconds < 1000 ? [milliseconds, 'ms'] : [milliseconds / 1000, 's'];
  return `${format.number(Number(value.toPrecision(2)))} ${unit}`;
}
