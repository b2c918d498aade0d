const MINUTE_MS = 60_000;
/** Share of the interval that refreshes are spread over. */
const SPREAD = 0.1;

type Scheduled = {
  /** Id of the API, a UUID. */
  readonly id: string;
  readonly minutes: number;
  /** Time of the last request to the server, else of the API's creation. */
  readonly last: Date;
};

/** Time of the next refresh of a schema. APIs with one schedule are spread, up to a tenth of the interval later. */
export function refreshDueAt({ id, minutes, last }: Scheduled): Date {
  const share = Number.parseInt(id.slice(-8), 16) / 0xffffffff;
  return new Date(last.getTime() + minutes * MINUTE_MS * (1 + SPREAD * share));
}
