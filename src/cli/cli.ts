import { didYouMean } from '../foundation/text/did-you-mean.ts';
import { refuseToken } from './arguments.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFault, fail } from './command-fault.ts';
import { apply } from './commands/apply.ts';
import { approve } from './commands/approve.ts';
import { backup } from './commands/backup.ts';
import { calls } from './commands/calls.ts';
import { changes } from './commands/changes.ts';
import { type Command, exit } from './commands/command.ts';
import { completionOf } from './commands/completion.ts';
import { describe } from './commands/describe.ts';
import { diff } from './commands/diff.ts';
import { doctor } from './commands/doctor.ts';
import { exportOrg } from './commands/export.ts';
import { get } from './commands/get.ts';
import { lint } from './commands/lint.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { migrate } from './commands/migrate.ts';
import { notify } from './commands/notify.ts';
import { propose } from './commands/propose.ts';
import { restore } from './commands/restore.ts';
import { rotateSecret } from './commands/rotate-secret.ts';
import { run } from './commands/run.ts';
import { schemas } from './commands/schemas.ts';
import { start } from './commands/start.ts';
import { version } from './commands/version.ts';
import { wait } from './commands/wait.ts';
import { whoami } from './commands/whoami.ts';
import { why } from './commands/why.ts';
import { printable } from './printable.ts';
import { painter } from './terminal-colours.ts';

const own: readonly Command[] = [
  start,
  login,
  logout,
  whoami,
  apply,
  diff,
  exportOrg,
  propose,
  changes,
  approve,
  lint,
  run,
  get,
  describe,
  wait,
  calls,
  why,
  notify,
  schemas,
  migrate,
  backup,
  restore,
  doctor,
  rotateSecret,
  version,
];

/** The commands in the order of the help. docs/reference/cli.md is printed from them. */
export const commands: readonly Command[] = [...own, completionOf(own)];

/** The output of `gatehouse --help`. */
export const help = `gatehouse COMMAND [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(13)} ${summary}`).join('\n')}

gatehouse COMMAND --help tells more.

The platform is at GATEHOUSE_URL (http://127.0.0.1:9000) and knows GATEHOUSE_TOKEN, or the token of gatehouse login; or
--profile NAME, or GATEHOUSE_PROFILE, names a profile of ~/.config/gatehouse/profiles.yaml (or below XDG_CONFIG_HOME):

  NAME:
    url: https://gatehouse.example.com
    tokenFile: ./token          or token: …; then nobody else may read the file
    org: acme
    opsUrl: https://ops.example.com

Data goes to standard output, everything else to standard error; a fault is one line there,
gatehouse: CODE: sentence, with lines file:line:column: sentence for each place in a manifest.
Colour only on a terminal; NO_COLOR and FORCE_COLOR count.

Exit code: 0 done, 1 fault, 2 wrong call; of diff: 0 same, 2 differs, 1 anything else;
of lint: 2 findings that fail, 1 anything else.
`;

/**
 * Runs the command line.
 *
 * @param args what follows `gatehouse`
 * @returns the exit code
 */
export async function runCli(args: readonly string[], context: CommandContext): Promise<number> {
  const [name, ...rest] = args;
  const command = commands.find((each) => each.name === (name === '--version' ? 'version' : name));
  try {
    refuseToken(args);
    if (name === undefined || name === 'help' || isHelp(name))
      return printHelp(rest[0], context, name === undefined);
    if (!command) return failUnknown(name);
    if (rest.some(isHelp)) return printHelp(command.name, context, false);
    return await command.run(rest, context);
  } catch (error) {
    const fault = asFault(error);
    printFault(fault, context);
    return fault.code === 'USAGE' && !command?.twoIsAnAnswer ? exit.usage : exit.fault;
  }
}

/** @throws USAGE with the command that was probably meant */
function failUnknown(name: string): never {
  const names = commands.map((command) => command.name);
  const sentence = `There is no command ${JSON.stringify(name)}`;
  const meant = didYouMean(name, names);
  return fail('USAGE', `${sentence}${meant === '' ? ':' : `.${meant}`} gatehouse --help lists them.`);
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h';
}

/** The sentence of a command that the command line alone does not bring. */
const WITHOUT_PLATFORM =
  'This command needs the whole platform: npm install --global gatehouse, in place of gatehouse-cli.';

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';

/** Prints the help. A call without any argument is a wrong one, and is answered by the help. */
function printHelp(name: string | undefined, { out, err }: CommandContext, isWrongCall: boolean): number {
  const command = commands.find((each) => each.name === name);
  if (isWrongCall) err.write(help);
  else out.write(command?.help ?? help);
  return isWrongCall ? exit.usage : exit.done;
}

function asFault(error: unknown): CommandFault {
  if (isMissing(error)) return new CommandFault('PLATFORM_MISSING', WITHOUT_PLATFORM);
  if (error instanceof CommandFault) return error;
  return new CommandFault(
    'INTERNAL',
    `This is a fault of gatehouse itself: ${error instanceof Error ? error.message : error}`,
  );
}

function printFault({ code, message, details }: CommandFault, { err, environment }: CommandContext): void {
  const head = painter(err, environment)('red', `gatehouse: ${printable(code)}:`);
  err.write(`${head} ${printable(message)}\n`);
  for (const detail of details) err.write(`  ${printable(detail)}\n`);
}
