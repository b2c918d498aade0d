import { applyManifest, proposeManifest } from '../apply-manifest.ts';
import {
  manifestOptions,
  readAccepted,
  readArguments,
  readChoice,
  readCount,
  readDuration,
  takeNone,
} from '../arguments.ts';
import { writeRequest } from '../change-requests.ts';
import { writeChanges } from '../change-set.ts';
import { fail } from '../command-fault.ts';
import { readManifest } from '../manifest/merged-manifest.ts';
import { findTarget } from '../platform-target.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse apply -f FILE|FOLDER [-f …] [options]

Brings an org to what a manifest says, in one transaction: all of it or nothing.

  -f, --file FILE|FOLDER    YAML or JSON; several are joined, of a folder all files
      --org NAME            the org, when the manifest and the profile leave it open
      --dry-run             says what would be done and does nothing
      --propose             proposes it as a change request, which others approve
      --title TEXT          what people call the change request
      --comment TEXT        why it is proposed
      --prune               deletes what the lists of the manifest do not name
      --accept-breaking     takes a version of an API that breaks its predecessor
      --accept-unused DAYS  takes breaks of operations that nobody called in so many days
      --expected-revision N refused where the org has moved on since
  -o, --format text|json    how the changes are printed (text)
      --timeout TIME        500ms, 60s, 2m (2m)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

In the manifest, openapi: ./file.yaml and sdl: ./file.graphql name files beside it, within its folder;
\${env:NAME} stands for a variable of the environment, $\${env:NAME} for those characters themselves.

Examples:
  gatehouse apply -f gatehouse/
  gatehouse apply -f acme.yaml --expected-revision 42
  gatehouse apply -f gatehouse/ --propose --comment "See pull request 7."

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const options = {
  ...manifestOptions,
  'dry-run': { type: 'boolean' },
  propose: { type: 'boolean' },
  title: { type: 'string' },
  comment: { type: 'string' },
  'expected-revision': { type: 'string' },
} as const;

export const apply: Command = {
  name: 'apply',
  summary: 'brings an org to what a manifest says',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    takeNone(positionals);
    const format = readChoice('-o', values.format, ['text', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '2m');
    const revision = values['expected-revision'];
    const expectedRevision = revision === undefined ? undefined : readCount('expected-revision', revision);
    const manifest = readManifest(context, values.file ?? []);
    const target = findTarget(context, values.profile);
    const dryRun = values['dry-run'] ?? false;
    const { title, comment } = values;
    if (!values.propose && (title ?? comment) !== undefined)
      fail('USAGE', '--title and --comment are of a change request: give --propose too.');
    const order = {
      target,
      manifest,
      org: values.org ?? manifest.org ?? target.org,
      dryRun,
      prune: values.prune ?? false,
      ...readAccepted(values),
      expectedRevision,
      timeoutMs,
    };
    if (values.propose && !dryRun) {
      writeRequest(context, await proposeManifest(context, order, { title, comment }), format);
      return exit.done;
    }
    const set = await applyManifest(context, order);
    writeChanges(context, set, format);
    if (dryRun) context.err.write('This was a dry run: nothing was changed.\n');
    return exit.done;
  },
};
