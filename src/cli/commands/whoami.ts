import { platformOptions, readArguments, readDuration, takeNone } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { createManagement } from '../management.ts';
import { findTarget, type PlatformTarget } from '../platform-target.ts';
import { printable } from '../printable.ts';
import { type Command, exit } from './command.ts';

/** The caller of the management API. */
type PlatformCaller = {
  readonly name: string;
  readonly role: string;
  readonly everyOrg: boolean;
  readonly orgs: readonly { readonly name: string }[];
};

const WHOAMI = 'query WhoAmI { viewer { name role everyOrg orgs(first: 200) { name } } }';
const TIMEOUT_MS = 60_000;

/** Asks the platform whose token it is. @throws UNAUTHENTICATED, UNREACHABLE */
export async function callerOf(
  context: CommandContext,
  target: PlatformTarget,
  timeoutMs = TIMEOUT_MS,
): Promise<PlatformCaller> {
  const management = createManagement(context, target);
  const { viewer } = await management.answer<{ viewer: PlatformCaller }>({ document: WHOAMI, timeoutMs });
  return viewer;
}

const help = `gatehouse whoami [options]

Tells which platform the commands speak to, and as whom.

      --timeout TIME   500ms, 60s, 2m (60s)
      --profile NAME   a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Exit code: 0 done, 1 fault, 2 wrong call.
`;

export const whoami: Command = {
  name: 'whoami',
  summary: 'tells which platform the commands speak to, and as whom',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, platformOptions);
    takeNone(positionals);
    const target = findTarget(context, values.profile);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const { name, role, everyOrg, orgs } = await callerOf(context, target, timeoutMs);
    const reach = everyOrg ? 'every org' : orgs.map((org) => org.name).join(', ');
    context.out.write(`${printable(name)} at ${target.url}: ${role} of ${printable(reach)}\n`);
    return exit.done;
  },
};
