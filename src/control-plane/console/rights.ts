import type { Context } from 'hono';
import { refuse } from '../../foundation/errors.ts';
import type { ConsoleEnv, ConsoleSession } from './page-context.ts';

/** Are there forms and buttons? Who may only read is shown none; what they send all the same is refused. */
export const allowsChange = ({ role }: ConsoleSession): boolean => role !== 'VIEWER';

/** Of a page that is a form and nothing else. @throws FORBIDDEN for who may change nothing */
export function demandChange({ var: { visit } }: Context<ConsoleEnv>): void {
  const { session } = visit;
  if (allowsChange(session)) return;
  refuse('FORBIDDEN', { detail: `This needs the role DEVELOPER; yours is ${session.role}.` });
}
