import type { Messages } from '../messages.ts';

/** Finds the question that a step answers. A gateway may be newer and have others. */
export const questionOf = ({ steps }: Messages['calls'], step: string): string =>
  Object.hasOwn(steps, step) ? steps[step as keyof typeof steps] : step;
