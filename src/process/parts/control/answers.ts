import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, Next } from 'hono';
import type { Clock } from '../../../foundation/clock.ts';
import { Refusal } from '../../../foundation/errors.ts';
import type { AnswerSharers } from './answer-sharers.ts';
import { OpenResponses } from './open-responses.ts';

/** Values that the listener adds to a request. */
export type ControlEnv = { Bindings: Partial<HttpBindings> };

/** Paths whose responses may be large. */
const PATHS = ['/graphql', '/management/*', '/portal/:org/:catalog/graphql', '/portal/:org/:catalog/apis/*'];

/**
 * Bounds what slow readers of the platform's APIs make the process hold. Event streams go on for as long as their readers
 * like, and are counted by themselves.
 */
export function boundResponses(
  app: Hono<ControlEnv>,
  networkOf: (env: ControlEnv['Bindings']) => string,
  { clock, sharers }: { readonly clock: Clock; readonly sharers: Pick<AnswerSharers, 'find'> },
): void {
  const answers = new OpenResponses(clock);
  async function bounded(context: Context<ControlEnv>, next: Next): Promise<Response | undefined> {
    const { env, req } = context;
    if (!env?.outgoing) return void (await next());
    const isOfPortal = req.path.startsWith('/portal/');
    const sharer = await sharers.find({
      portalOrg: isOfPortal ? req.param('org') : undefined,
      authorization: req.header('authorization'),
    });
    let release: () => void;
    try {
      release = answers.begin({ network: networkOf(env), sharer }, env.outgoing);
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error);
      throw error;
    }
    await next();
    if (context.res.headers.get('content-type')?.startsWith('text/event-stream')) release();
    return undefined;
  }
  for (const path of PATHS) app.use(path, bounded);
}

/** Forms a refusal as the platform's APIs do. */
const refusalResponse = ({ message, code, status, headers }: Refusal): Response =>
  Response.json(
    { errors: [{ message, extensions: { code } }] },
    { status, headers: { ...headers, 'cache-control': 'no-store' } },
  );
