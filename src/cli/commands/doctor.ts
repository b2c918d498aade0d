import { readArguments, readChoice, takeNone } from '../arguments.ts';
import { printable } from '../printable.ts';
import { withProgress } from '../progress.ts';
import { painter } from '../terminal-colours.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse doctor [options]

Looks at what a process of the platform stands on, with the settings of this environment, and says what to do: settings,
disk, database, its migrations and clock, keys, Redis, ports, and whether registries and back-ends can be reached.

  -o, --format text|json    how it is printed (text)

Examples:
  gatehouse doctor
  DATABASE_URL=postgres://db/gatehouse gatehouse doctor -o json

Exit code: 0 nothing fails, though there may be warnings, 1 something does, 2 wrong call.
`;

const colours = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

export const doctor: Command = {
  name: 'doctor',
  summary: 'checks what the platform stands on, and says what to do',
  help,
  async run(args, context) {
    const options = { format: { type: 'string', short: 'o', default: 'text' } } as const;
    const { values, positionals } = readArguments(args, options);
    takeNone(positionals);
    const format = readChoice('-o', values.format, ['text', 'json']);
    const { examine } = await import('../maintenance/doctor.ts');
    const findings = await withProgress(context, 'Looking', () =>
      examine(context.environment.all, context.clock),
    );
    const paint = painter(context.out, context.environment);
    if (format === 'json') context.out.write(`${JSON.stringify({ findings }, null, 2)}\n`);
    else
      for (const { check, state, message, remedy } of findings) {
        context.out.write(`${paint(colours[state], state.padEnd(4))} ${check}: ${printable(message)}\n`);
        if (remedy !== undefined) context.out.write(`     → ${printable(remedy)}\n`);
      }
    return findings.some(({ state }) => state === 'fail') ? exit.fault : exit.done;
  },
};
