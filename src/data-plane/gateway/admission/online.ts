import { refuse } from '../../../foundation/errors.ts';
import type { Step, StepFacts } from './step.ts';

/** Refuses a call where no version at its path is online. @throws API_OFFLINE */
export const online: Step = ({ candidates }) => {
  if (!candidates.some(({ api }) => api.online)) refuse('API_OFFLINE');
};

/** The number of versions that are online. */
export const onlineFacts: StepFacts = ({ route }) => ({
  versionsOnline: route.candidates.filter(({ api }) => api.online).length,
});
