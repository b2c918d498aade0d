import type { FreezeWindow, FreezeWindowDraft } from './freeze.ts';

const LINE = /^(weekly )?(\S+) to (\S+)(?: (\S+))?: (.+)$/i;

/** Writes a freeze window in one line: `weekly 2027-01-01T18:00 to 2027-01-04T06:00 Europe/Berlin: Weekends`. */
export const freezeLine = ({ weekly, from, until, timeZone, title }: FreezeWindow): string =>
  `${weekly ? 'weekly ' : ''}${from} to ${until} ${timeZone}: ${title}`;

/** Reads such a line. Its times are not checked. Undefined for any other. */
export function readFreezeLine(line: string): FreezeWindowDraft | undefined {
  const [all, weekly, from = '', until = '', timeZone, title = ''] = LINE.exec(line) ?? [];
  return all === undefined ? undefined : { title, from, until, timeZone, weekly: weekly !== undefined };
}
