import { setTimeout as sleep } from 'node:timers/promises';
import { platformOptions, readArguments, readDuration, takeNone } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandFault, fail } from '../command-fault.ts';
import { fetchJson } from '../http.ts';
import { isJsonObject } from '../json.ts';
import { createManagement } from '../management.ts';
import { findTarget, type PlatformTarget } from '../platform-target.ts';
import { printable } from '../printable.ts';
import { withProgress } from '../progress.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse wait --for=ready|graphql-server/NAME [options]

Waits until the platform is ready, by /readyz of its operations listener, or a GraphQL server is READY.

      --for CONDITION       ready, or graphql-server/NAME
      --org NAME            the org of the GraphQL server, when the profile leaves it open
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL, GATEHOUSE_TOKEN and OPS_URL

/readyz is asked for at GATEHOUSE_OPS_URL, else OPS_URL, else port 9100 of the platform's host; it needs no token. What is
still missing is told on standard error, each time that it changes.

Examples:
  gatehouse wait --for=ready --timeout 2m
  gatehouse wait --for=graphql-server/customers --org acme

Exit code: 0 it is, 1 it is not within the time or never will be, 2 wrong call.
`;

const ASK_AGAIN_AFTER_MS = 250;
const ANSWER_WITHIN_MS = 5_000;

const options = {
  ...platformOptions,
  for: { type: 'string' },
  org: { type: 'string' },
} as const;

/** Is it as was waited for, and what it is now, in a few words. */
type State = { readonly isThere: boolean; readonly detail: string };
type Ask = (timeoutMs: number) => Promise<State>;

export const wait: Command = {
  name: 'wait',
  summary: 'waits until the platform or a GraphQL server is ready',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    takeNone(positionals);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const condition =
      values.for ?? fail('USAGE', 'Say what to wait for: --for=ready or --for=graphql-server/NAME.');
    const [, server] = /^graphql-server\/(.+)$/.exec(condition) ?? [];
    if (server === undefined && condition !== 'ready')
      fail('USAGE', `--for ${JSON.stringify(condition)} is neither ready nor graphql-server/NAME.`);
    const target = findTarget(context, values.profile);
    const ask =
      server === undefined
        ? readiness(context, target)
        : serverState(context, target, { name: server, org: values.org ?? target.org });
    await until(context, { condition, ask, timeoutMs });
    return exit.done;
  },
};

type UntilInput = { readonly condition: string; readonly ask: Ask; readonly timeoutMs: number };

/** Asks until it is there. What cannot be reached now may be soon; any other fault ends it. */
async function until(context: CommandContext, { condition, ask, timeoutMs }: UntilInput): Promise<void> {
  const { clock, err } = context;
  const end = clock().getTime() + timeoutMs;
  let detail = '';
  const tell = (next: string) => {
    if (next !== detail && err.isTTY !== true) err.write(`Waiting for ${condition}: ${printable(next)}.\n`);
    detail = next;
  };
  const doing = () => `Waiting for ${condition}${detail && `: ${printable(detail)}`}`;
  await withProgress(context, doing, async () => {
    for (let left = timeoutMs; ; left = end - clock().getTime()) {
      if (left <= 0) fail('TIMEOUT', `${condition} was not reached within ${timeoutMs / 1000} s: ${detail}.`);
      const state = await ask(Math.min(left, ANSWER_WITHIN_MS)).catch(passing);
      if (state.isThere) return;
      tell(state.detail);
      await sleep(Math.min(ASK_AGAIN_AFTER_MS, left));
    }
  });
}

function passing(error: unknown): State {
  if (error instanceof CommandFault && ['UNREACHABLE', 'TIMEOUT', 'ANSWER_INVALID'].includes(error.code))
    return { isThere: false, detail: error.message.replace(/[.?]$/, '') };
  throw error;
}

function readiness(context: CommandContext, { opsUrl }: PlatformTarget): Ask {
  return async (timeoutMs) => {
    const { status, body } = await fetchJson(context, { url: `${opsUrl}/readyz`, timeoutMs });
    const state = isJsonObject(body) ? body['state'] : undefined;
    return { isThere: status === 200, detail: `/readyz says ${status} ${String(state ?? '')}`.trimEnd() };
  };
}

const STATE = `query GraphQLServerState($org: String, $name: String!) {
  graphqlServer(org: $org, name: $name) { state failure }
}`;

type Server = { readonly state: 'PENDING' | 'READY' | 'FAILED'; readonly failure: string | null };

function serverState(
  context: CommandContext,
  target: PlatformTarget,
  variables: { name: string; org: string | undefined },
): Ask {
  const management = createManagement(context, target);
  return async (timeoutMs) => {
    const { graphqlServer } = await management.answer<{ graphqlServer: Server | null }>({
      document: STATE,
      variables,
      timeoutMs,
    });
    if (graphqlServer?.state === 'FAILED')
      fail(
        'GRAPHQL_SERVER_FAILED',
        `${variables.name} has failed: ${graphqlServer.failure ?? 'no reason was given'}`,
      );
    if (!graphqlServer) return { isThere: false, detail: `there is no GraphQL server ${variables.name}` };
    return { isThere: graphqlServer.state === 'READY', detail: `its state is ${graphqlServer.state}` };
  };
}
