import { refuse } from '../../../foundation/errors.ts';
import type { Step } from './step.ts';

/** May the application call at all? @throws APPLICATION_SUSPENDED */
export const application: Step = ({ client }) => {
  if (client?.application.suspended) refuse('APPLICATION_SUSPENDED');
};
