import type { Context } from 'hono';
import { refuse } from '../errors.ts';
import type { ConsoleEnv } from './visit.ts';

/** Of a page that is a form and nothing else. @throws FORBIDDEN for who may change nothing */
export function demandChange({ var: { visit } }: Context<ConsoleEnv>): void {
  const { role } = visit.session;
  if (role === 'VIEWER') refuse('FORBIDDEN', { detail: `This needs the role DEVELOPER; yours is ${role}.` });
}
