import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, Next } from 'hono';
import { readSession } from '../../../control-plane/console/session-cookie.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { Refusal } from '../../../foundation/errors.ts';
import { asWorkOf } from '../../../infrastructure/database/fair-pool.ts';
import type { AnswerSharer, AnswerSharers } from './answer-sharers.ts';
import { OpenResponses } from './open-responses.ts';

/** Values that the listener adds to a request. */
export type ControlEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: { readonly sharer: AnswerSharer };
};
type ControlContext = Context<ControlEnv>;

/** Paths of the platform's APIs, of the console and of portals. Who asks is told by a token, or by the portal. */
const PATHS_OF_SHARERS = ['/graphql', '/management/*', '/console/*', '/portal/:org/*'];
/** Paths whose responses may be large. */
const PATHS = ['/graphql', '/management/*', '/portal/:org/:catalog/graphql', '/portal/:org/:catalog/apis/*'];

/**
 * Bounds what slow readers of the platform's APIs make the process hold. Event streams go on for as long as their readers
 * like, and are counted by themselves.
 *
 * All that is read of the database for a request is work of who asks: of an org, or of all who are not known.
 */
export function boundResponses(
  app: Hono<ControlEnv>,
  networkOf: (env: ControlEnv['Bindings']) => string,
  { clock, sharers }: { readonly clock: Clock; readonly sharers: Pick<AnswerSharers, 'find'> },
): void {
  const answers = new OpenResponses(clock);
  async function shared(context: ControlContext, next: Next): Promise<void> {
    const { env, req } = context;
    const sharer = await sharers.find({
      portalOrg: req.path.startsWith('/portal/') ? req.param('org') : undefined,
      authorization: req.header('authorization'),
      session: req.path.startsWith('/console/') ? readSession(context) : undefined,
      network: networkOf(env),
    });
    context.set('sharer', sharer);
    await asWorkOf(sharer.key, next);
  }
  async function bounded(context: ControlContext, next: Next): Promise<void> {
    const { env } = context;
    if (!env?.outgoing) return next();
    const { sharer } = context.var;
    const release = answers.begin({ network: networkOf(env), sharer }, env.outgoing);
    await next();
    if (context.res.headers.get('content-type')?.startsWith('text/event-stream')) release();
  }
  for (const path of PATHS_OF_SHARERS) app.use(path, refusing(shared));
  for (const path of PATHS) app.use(path, refusing(bounded));
}

/** Answers what a step refuses, as the platform's APIs do. */
const refusing =
  (step: (context: ControlContext, next: Next) => Promise<void>) =>
  async (context: ControlContext, next: Next): Promise<Response | undefined> => {
    try {
      await step(context, next);
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error);
      throw error;
    }
  };

/** Forms a refusal as the platform's APIs do. */
const refusalResponse = ({ message, code, status, headers }: Refusal): Response =>
  Response.json(
    { errors: [{ message, extensions: { code } }] },
    { status, headers: { ...headers, 'cache-control': 'no-store' } },
  );
