import { refuse } from '../../../foundation/errors.ts';
import type { Step } from './step.ts';

/** Is any version at this path online? @throws API_OFFLINE */
export const online: Step = ({ candidates }) => {
  if (!candidates.some(({ api }) => api.online)) refuse('API_OFFLINE');
};
