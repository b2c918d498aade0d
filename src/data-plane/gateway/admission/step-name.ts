/**
 * Names of the admission steps, in the order in which they are taken. A new one is a file, a name here and a line in steps.ts.
 *
 * What nobody can be served is said first. Then who calls, before what they may: nobody without a client learns which
 * paths there are. Who has as many calls under way as it may begins no other. A document is read only for those who may
 * call, because reading it is the dearest step. The limits come last, so that a refused call costs nothing, also where
 * nobody calls the back-end for a moment. Who only asks what a document would cost is held to no limit.
 */
export const stepNames = [
  'loop',
  'online',
  'client',
  'token',
  'application',
  'subscription',
  'security',
  'concurrency',
  'operation',
  'bodySize',
  'document',
  'bounds',
  'depth',
  'cost',
  'backend',
  'rateLimit',
  'costLimit',
] as const;

export type StepName = (typeof stepNames)[number];
