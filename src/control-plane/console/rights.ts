import type { Context } from 'hono';
import { refuse } from '../../foundation/errors.ts';
import type { ConsoleEnv, ConsoleSession } from './page-context.ts';

/** Tells whether a session sees forms and buttons. Readers see none; what they send all the same is refused. */
export const allowsChange = ({ role }: ConsoleSession): boolean => role !== 'VIEWER';

/** Refuses readers on a page that is only a form. @throws FORBIDDEN for a session that may change nothing */
export function demandChange({ var: { pageContext } }: Context<ConsoleEnv>): void {
  const { session } = pageContext;
  if (allowsChange(session)) return;
  refuse('FORBIDDEN', { detail: `This needs the role DEVELOPER; yours is ${session.role}.` });
}
