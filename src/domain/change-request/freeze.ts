import { Temporal } from 'temporal-polyfill';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkTimeZone, localTime } from './schedule.ts';

/** A time in which a catalog is not changed. */
export type FreezeWindow = {
  readonly title: string;
  /** Local times in the time zone. */
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
  /** True where it comes again each week, at the same time on the wall clock. */
  readonly weekly: boolean;
};

/** A freeze window as the management API and a manifest take it. */
export type FreezeWindowDraft = {
  readonly title: string;
  readonly from: string;
  readonly until: string;
  readonly timeZone?: string | null | undefined;
  readonly weekly?: boolean | null | undefined;
};

const TITLE_MAX = 100;
const WEEK_MS = 7 * 86_400_000;

/** Checks and completes a freeze window. @throws BAD_USER_INPUT, with the path of the member at fault */
export function freezeFrom(draft: FreezeWindowDraft, path: InputPath): FreezeWindow {
  const title = draft.title.trim();
  if (title === '' || title.length > TITLE_MAX || /\p{Cc}/u.test(title))
    refuse('BAD_USER_INPUT', {
      detail: `title has 1 to ${TITLE_MAX} characters, in one line.`,
      path: [...path, 'title'],
    });
  const timeZone = checkTimeZone(draft.timeZone ?? 'UTC', [...path, 'timeZone']);
  const from = localTime(draft.from, [...path, 'from']);
  const until = localTime(draft.until, [...path, 'until']);
  const weekly = draft.weekly ?? false;
  const length = wallMs(until) - wallMs(from);
  if (length <= 0) refuse('BAD_USER_INPUT', { detail: 'until is not after from.', path: [...path, 'until'] });
  if (weekly && length >= WEEK_MS)
    refuse('BAD_USER_INPUT', {
      detail: 'A weekly window is shorter than a week.',
      path: [...path, 'until'],
    });
  return { title, from: String(from), until: String(until), timeZone, weekly };
}

/** Milliseconds of a wall clock. They count as if its days all had 24 hours. */
const wallMs = (local: Temporal.PlainDateTime): number => local.toZonedDateTime('UTC').epochMilliseconds;

/** Finds the freeze window that an instant is in. */
export function freezeAt(freezes: readonly FreezeWindow[], at: Date): FreezeWindow | undefined {
  return freezes.find(({ from, until, timeZone, weekly }) => {
    const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
    const since = wallMs(local.toPlainDateTime()) - wallMs(Temporal.PlainDateTime.from(from));
    const length = wallMs(Temporal.PlainDateTime.from(until)) - wallMs(Temporal.PlainDateTime.from(from));
    return since >= 0 && (weekly ? since % WEEK_MS : since) < length;
  });
}
