import { platformOptions, readArguments, readChoice, readDuration } from '../arguments.ts';
import { type ChangeRequest, PROPOSE, writeRequest } from '../change-requests.ts';
import { fail } from '../command-fault.ts';
import { mapIn, readText, variablesIn } from '../document-file.ts';
import { chooseOperation, readVariable } from '../graphql-document.ts';
import { createManagement } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { withProgress } from '../progress.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse propose FILE.graphql [options]

Proposes a mutation instead of calling it: it is rehearsed, and others approve what it would do. The document has one
lifecycle mutation. A manifest is proposed by gatehouse apply --propose.

      --var NAME=VALUE      a variable; lists, numbers and objects as JSON
      --vars FILE           variables as YAML or JSON; --var counts more
      --title TEXT          what people call it
      --comment TEXT        why
      --at TIME             commits it by itself at this local time: 2027-01-10T02:00
      --time-zone NAME      of that time, for example Europe/Berlin (UTC)
      --waves FILE          moves subscriptions little by little: waves and haltIf as YAML or JSON
      --any-subscribers     subscriptions may begin or end until the commit
      --org NAME            the org, when the profile leaves it open
  -o, --format text|json    how the change request is printed (text)
      --timeout TIME        500ms, 60s, 2m (2m)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse propose supersede.graphql --var new=customer:2.0.0 --comment "Version 2 is ready."
  gatehouse propose retire.graphql --at 2027-01-10T02:00 --time-zone Europe/Berlin

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const options = {
  ...platformOptions,
  var: { type: 'string', multiple: true },
  vars: { type: 'string' },
  title: { type: 'string' },
  comment: { type: 'string' },
  at: { type: 'string' },
  'time-zone': { type: 'string' },
  waves: { type: 'string' },
  'any-subscribers': { type: 'boolean' },
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'text' },
} as const;

export const propose: Command = {
  name: 'propose',
  summary: 'proposes a mutation, which others approve',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0)
      fail('USAGE', 'Name one document: gatehouse propose FILE.graphql');
    const format = readChoice('-o', values.format, ['text', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '2m');
    const { at, 'time-zone': timeZone, title, comment } = values;
    if (timeZone !== undefined && at === undefined)
      fail('USAGE', '--time-zone is of --at: give the time too.');
    const mutation = readText(context, file);
    const operation = chooseOperation(file, mutation, undefined);
    const entries = (values.var ?? []).map((text) => readVariable(operation, text));
    const variables = { ...variablesIn(context, values.vars), ...Object.fromEntries(entries) };
    const target = findTarget(context, values.profile);
    const schedule = at === undefined ? undefined : { at, timeZone };
    const anySubscribers = values['any-subscribers'];
    const org = values.org ?? target.org;
    const { waves, haltIf } = wavesIn(mapIn(context, values.waves, '--waves'), values.waves);
    const input = { org, mutation, variables, title, comment, schedule, anySubscribers, waves, haltIf };
    const { proposeChange } = await withProgress(context, `Proposing ${file}`, () =>
      createManagement(context, target).answer<{ proposeChange: ChangeRequest }>({
        document: PROPOSE,
        variables: { input },
        timeoutMs,
      }),
    );
    writeRequest(context, proposeChange, format);
    return exit.done;
  },
};

/** Reads a file of waves. @throws USAGE where it has something else */
function wavesIn(file: Readonly<Record<string, unknown>>, name: string | undefined) {
  const { waves, haltIf, ...others } = file;
  const [other] = Object.keys(others);
  if (other !== undefined) fail('USAGE', `${name} has ${other}: a file of waves has waves and haltIf.`);
  if (name !== undefined && waves === undefined) fail('USAGE', `${name} has no waves.`);
  return { waves, haltIf };
}
