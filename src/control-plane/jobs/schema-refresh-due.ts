const MINUTE_MS = 60_000;
/** Of the time between two refreshes. */
const SPREAD = 0.1;

type Scheduled = {
  /** Of the API, a UUID. */
  readonly id: string;
  readonly minutes: number;
  /** When its server was last asked, or it was made. */
  readonly last: Date;
};

/** When a schema is to be refreshed again: APIs with one schedule each at a time of their own, up to a tenth later. */
export function refreshDueAt({ id, minutes, last }: Scheduled): Date {
  const share = Number.parseInt(id.slice(-8), 16) / 0xffffffff;
  return new Date(last.getTime() + minutes * MINUTE_MS * (1 + SPREAD * share));
}
