import { EventEmitter } from 'node:events';
import { GraphQLError } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { endAtFault } from '../../src/process/faults.ts';

function watched() {
  const self = Object.assign(new EventEmitter(), { exit: vi.fn() });
  const log = { fatal: vi.fn(), warn: vi.fn() };
  endAtFault(self, log as never);
  return { self, log };
}

describe('a process', () => {
  it('ends at what nobody has caught', () => {
    const { self, log } = watched();
    self.emit('uncaughtException', new Error('odd'));
    expect(log.fatal).toHaveBeenCalledTimes(1);
    expect(self.exit).toHaveBeenCalledWith(1);
  });

  it('ends at a rejection that nobody has caught, as Node does: it becomes an exception', () => {
    const { self } = watched();
    for (const reason of [new Error('odd'), new GraphQLError('of no field'), 'a text'])
      expect(() => self.emit('unhandledRejection', reason)).toThrow();
  });

  it('goes on where a field of an answer fails that has failed already', () => {
    const { self, log } = watched();
    self.emit('unhandledRejection', new GraphQLError('late', { path: ['list', 0] }));
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(self.exit).not.toHaveBeenCalled();
  });
});
