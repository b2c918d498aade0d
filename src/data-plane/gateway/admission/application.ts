import { refuse } from '../../../foundation/errors.ts';
import type { Step, StepFacts } from './step.ts';

/** Refuses the calls of a suspended application. @throws APPLICATION_SUSPENDED */
export const application: Step = ({ client }) => {
  if (client?.application.suspended)
    refuse('APPLICATION_SUSPENDED', { detail: detailOf(client.application.suspensionReason) });
};

const SUSPENDED = 'The application is suspended until the provider of the API enables it again';
const detailOf = (reason: string | undefined) =>
  reason === undefined ? `${SUSPENDED}.` : `${SUSPENDED}: ${reason}`;

/** Tells whether the application is suspended. */
export const applicationFacts: StepFacts = ({ client }) =>
  client ? { suspended: client.application.suspended } : {};
