/** States of a wave. */
export const waveStates = {
  WAITING: 'It has not begun.',
  RUNNING: 'It has moved its subscriptions, and is watched.',
  DONE: 'It was watched long enough, and the next one has begun.',
  TAKEN_BACK: 'It was halted: its subscriptions are where they were before.',
  LEFT: 'It was halted, and its subscriptions stay: the old version serves nobody any more.',
} as const;
export type WaveState = keyof typeof waveStates;

export const waveStateNames = Object.keys(waveStates) as WaveState[];

/** Reasons for which a wave waits whose time is over. */
export const waveWaits = {
  CALLS: 'There were too few calls to judge it.',
  FREEZE: 'The catalog is frozen.',
} as const;
export type WaitingFor = keyof typeof waveWaits;

export const waveWaitNames = Object.keys(waveWaits) as WaitingFor[];
