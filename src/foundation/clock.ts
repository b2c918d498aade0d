/** Where time comes from. Everything that asks for the time is given one, so that tests can move it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
