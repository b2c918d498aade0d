import { refuse } from '../../../foundation/errors.ts';
import type { Step, StepFacts } from './step.ts';

/** Refuses the calls of a suspended application. @throws APPLICATION_SUSPENDED */
export const application: Step = ({ client }) => {
  if (client?.application.suspended)
    refuse('APPLICATION_SUSPENDED', {
      detail: 'The application is suspended until the provider of the API enables it again.',
    });
};

/** Tells whether the application is suspended. */
export const applicationFacts: StepFacts = ({ client }) =>
  client ? { suspended: client.application.suspended } : {};
