/** The source of the time. It is injected everywhere, so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
