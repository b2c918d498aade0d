const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** An instant as pages write it, in UTC. */
export function written(instant: string): string {
  return `${format.format(new Date(instant))} UTC`;
}
