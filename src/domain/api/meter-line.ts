import type { Meter, MeterDraft } from './meters.ts';

/**
 * Returns a meter as people write it: `tokens: /usage/total_tokens`, `rows: header X-Rows of GET /rows`. An expression
 * stands between backticks.
 */
export function meterLine({ name, pointer, header, expression, operations }: Meter | MeterDraft): string {
  const place = expression != null ? `\`${expression}\`` : header != null ? `header ${header}` : `${pointer}`;
  return `${name}: ${place}${operations?.length ? ` of ${operations.join(', ')}` : ''}`;
}

const LINE =
  /^(?<name>[^\s:]+):\s*(?:header\s+(?<header>\S+)|(?<pointer>\/\S*)|`(?<expression>[^`]*)`)(?:\s+of\s+(?<operations>\S.*))?$/;

/**
 * Reads a meter as people write it on a line: {@link meterLine}.
 *
 * @returns undefined for other words
 */
export function readMeterLine(line: string): MeterDraft | undefined {
  const read = LINE.exec(line.trim())?.groups;
  if (!read) return undefined;
  const { name = '', header, pointer, expression, operations } = read;
  return { name, header, pointer, expression, operations: operations?.split(/,\s+/) };
}
