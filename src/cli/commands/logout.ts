import { platformOptions, readArguments, readDuration, takeNone } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandFault } from '../command-fault.ts';
import { readLogin, writeLogin } from '../logins.ts';
import { createManagement } from '../management.ts';
import { findTarget, type PlatformTarget } from '../platform-target.ts';
import { type Command, exit } from './command.ts';
import { callerOf } from './whoami.ts';

const help = `gatehouse logout [options]

Ends the access token that gatehouse login got from the platform, and forgets it.

      --timeout TIME   500ms, 60s, 2m (60s)
      --profile NAME   the platform of a profile instead of GATEHOUSE_URL

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const REVOKE = `mutation Logout($org: String, $everyOrg: Boolean, $name: String!) {
  revokeAccessToken(input: { org: $org, everyOrg: $everyOrg, name: $name })
}`;

export const logout: Command = {
  name: 'logout',
  summary: 'ends the access token of gatehouse login',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, platformOptions);
    takeNone(positionals);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const target = findTarget(context, values.profile);
    const { loginsFile } = context.environment;
    const login = readLogin(loginsFile, target.url, context.clock());
    // It is forgotten first: a platform that is away keeps it until it ends by itself.
    writeLogin(loginsFile, target.url, undefined);
    if (login) await end(context, { ...target, token: login.token }, timeoutMs);
    context.err.write(
      login ? `You are signed out at ${target.url}.\n` : `There was no login at ${target.url}.\n`,
    );
    return exit.done;
  },
};

/** Ends a token. One that is no more has ended. */
async function end(context: CommandContext, target: PlatformTarget, timeoutMs: number): Promise<void> {
  try {
    const { name, everyOrg, orgs } = await callerOf(context, target, timeoutMs);
    const variables = { name, everyOrg, org: everyOrg ? undefined : orgs[0]?.name };
    await createManagement(context, target).answer({ document: REVOKE, variables, timeoutMs });
  } catch (error) {
    if (!(error instanceof CommandFault && error.code === 'UNAUTHENTICATED')) throw error;
  }
}
