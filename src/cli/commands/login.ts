import { hostname } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import {
  type CommandLineLogin,
  LOGIN_MINUTES,
  LOGIN_PATH,
  loginCode,
  loginQuery,
} from '../../domain/people/command-line-login.ts';
import { createTokenRecipient, type TokenRecipient } from '../../infrastructure/tokens/handover.ts';
import { platformOptions, readArguments, readDuration, takeNone } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { fail } from '../command-fault.ts';
import { writeLogin } from '../logins.ts';
import { openLoopback } from '../loopback.ts';
import { findTarget } from '../platform-target.ts';
import { type Command, exit } from './command.ts';
import { callerOf } from './whoami.ts';

const help = `gatehouse login [options]

Signs in at the console of the platform, and keeps an access token of yours for a day. Every command uses it that finds no
other: GATEHOUSE_TOKEN and the token of a profile come first. It is kept in ~/.config/gatehouse/logins.json, which nobody
else may read.

      --no-browser     open the address on any machine, and paste here what the page shows
      --timeout TIME   how long it waits for you: 500ms, 60s, 2m (10m)
      --profile NAME   the platform of a profile instead of GATEHOUSE_URL

Examples:
  gatehouse login
  GATEHOUSE_URL=https://gatehouse.example.com gatehouse login --no-browser

gatehouse logout ends the token and forgets it.

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const options = { ...platformOptions, 'no-browser': { type: 'boolean' } } as const;

export const login: Command = {
  name: 'login',
  summary: 'signs in by the browser, and keeps an access token for a day',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    takeNone(positionals);
    const timeoutMs = readDuration('timeout', values.timeout ?? '10m');
    const target = findTarget(context, values.profile);
    const recipient = await createTokenRecipient();
    const request = { key: recipient.publicKey, host: hostName(), at: context.clock() };
    const asked = { request, url: `${target.url}${LOGIN_PATH}`, timeoutMs };
    const sealed = values['no-browser'] ? await pasted(context, asked) : await fromBrowser(context, asked);
    const token = await opened(recipient, sealed);
    const { name, role } = await callerOf(context, { ...target, token });
    const expiresAt = new Date(request.at.getTime() + LOGIN_MINUTES * 60_000).toISOString();
    writeLogin(context.environment.loginsFile, target.url, { token, expiresAt });
    context.err.write(
      `You are signed in at ${target.url} with the token ${name}, ${role}, until ${expiresAt}.\n`,
    );
    return exit.done;
  },
};

/** Name of this machine, as the page shows it. */
const hostName = () =>
  hostname()
    .replace(/[^\w.-]/g, '-')
    .slice(0, 64) || 'unknown';

type LoginAttempt = {
  readonly request: Omit<CommandLineLogin, 'port'>;
  /** Address of the page. */
  readonly url: string;
  readonly timeoutMs: number;
};

async function pasted(context: CommandContext, { request, url, timeoutMs }: LoginAttempt): Promise<string> {
  context.err.write(
    `Open ${url}${loginQuery({ ...request, port: undefined })}\nThe page shows the code ${loginCode(request.key)}. Then paste what it gives you: `,
  );
  const line = await within(timeoutMs, context.readLine());
  return line?.trim() || fail('USAGE', 'Nothing was pasted: run gatehouse login again.');
}

async function fromBrowser(
  context: CommandContext,
  { request, url, timeoutMs }: LoginAttempt,
): Promise<string> {
  const loopback = await openLoopback();
  try {
    const address = `${url}${loginQuery({ ...request, port: loopback.port })}`;
    context.err.write(
      `The browser opens ${address}\nThe page shows the code ${loginCode(request.key)}. Without a browser here: gatehouse login --no-browser\n`,
    );
    context.openBrowser(address);
    return await within(timeoutMs, loopback.brought);
  } finally {
    loopback.close();
  }
}

/** @throws UNREACHABLE once the time is over */
async function within<Value>(timeoutMs: number, value: Promise<Value>): Promise<Value> {
  const over = new AbortController();
  try {
    return await Promise.race([
      value,
      after(timeoutMs, undefined, { signal: over.signal }).then(() =>
        fail('UNREACHABLE', 'Nobody has confirmed it in time: run gatehouse login again.'),
      ),
    ]);
  } finally {
    over.abort();
  }
}

/** @throws ANSWER_INVALID when the text is of another login */
async function opened(recipient: TokenRecipient, sealed: string): Promise<string> {
  try {
    return await recipient.open(sealed);
  } catch {
    return fail(
      'ANSWER_INVALID',
      'This is not what the page has shown for this login: run gatehouse login again.',
    );
  }
}
