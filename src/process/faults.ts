import type { EventEmitter } from 'node:events';
import type { Logger } from 'pino';

type Process = Pick<EventEmitter, 'on'> & { exit(code: number): unknown };

/** Ends a process at an uncaught fault, since nobody knows what still holds then. Its supervisor starts it afresh. */
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
 * Tells whether a rejection is the error of a field in an answer.
 *
 * Where an object of a list fails at once, GraphQL.js and other executors forget what the objects before it wait for
 * (graphql-js#3529, #4643). Their answer is refused by then, and nothing else depends on them. Otherwise a back-end's
 * answer, or a large request, could end the process.
 */
const isOfField = (reason: unknown): boolean =>
  reason instanceof Error && reason.name === 'GraphQLError' && 'path' in reason && Array.isArray(reason.path);
