import type { EventEmitter } from 'node:events';
import type { Logger } from 'pino';

type Process = Pick<EventEmitter, 'on'> & { exit(code: number): unknown };

/** Ends a process at a fault that nobody has caught, since nobody knows what still holds then: whatever supervises it starts it afresh. */
export function endAtFault(self: Process, log: Pick<Logger, 'fatal' | 'warn'>): void {
  self.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'fault');
    self.exit(1);
  });
  self.on('unhandledRejection', (reason: unknown) => {
    if (!isOfField(reason)) throw reason;
    log.warn({ err: reason }, 'a field failed whose answer had failed');
  });
}

/**
 * Is it what went wrong with a field of an answer? Where an object of a list fails at once, GraphQL.js and other executors
 * forget what the objects before it wait for (graphql-js#3529, #4643). Their answer is refused by then, and nothing else
 * hangs on them; who sends a back-end's answers, or asks for too much, could end the process by it.
 */
const isOfField = (reason: unknown): boolean =>
  reason instanceof Error && reason.name === 'GraphQLError' && 'path' in reason && Array.isArray(reason.path);
