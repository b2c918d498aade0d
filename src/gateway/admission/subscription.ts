import { refuse } from '../../errors.ts';
import type { Step } from './step.ts';

/**
 * Leaves the versions whose product the application subscribes to, and those open to everybody.
 *
 * @throws SUBSCRIPTION_MISSING when none is left
 */
export const subscription: Step = (call) => {
  const { client } = call;
  if (!client) return;
  call.candidates = call.candidates.filter(
    ({ isOpen, api }) => isOpen || client.subscriptions.has(api.product.id),
  );
  if (call.candidates.length === 0) refuse('SUBSCRIPTION_MISSING');
};
