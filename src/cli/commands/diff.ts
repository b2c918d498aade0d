import { applyManifest } from '../apply-manifest.ts';
import {
  manifestOptions,
  readAccepted,
  readArguments,
  readChoice,
  readDuration,
  takeNone,
} from '../arguments.ts';
import { writeChanges } from '../change-set.ts';
import { readManifest } from '../manifest/merged-manifest.ts';
import { findTarget } from '../platform-target.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse diff -f FILE|FOLDER [-f …] [options]

Says what applying a manifest would change, and changes nothing.

  -f, --file FILE|FOLDER    YAML or JSON; several are joined, of a folder all files
      --org NAME            the org, when the manifest and the profile leave it open
      --prune               counts what the lists of the manifest do not name as deleted
      --accept-breaking     takes a version of an API that breaks its predecessor
      --accept-unused DAYS  takes breaks of operations that nobody called in so many days
  -o, --format text|json    how the changes are printed (text)
      --timeout TIME        500ms, 60s, 2m (2m)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse diff -f gatehouse/
  gatehouse diff -f acme.yaml --prune -o json

Exit code: 0 the org is as the manifest says, 2 it differs, 1 fault or wrong call.
`;

export const diff: Command = {
  name: 'diff',
  summary: 'says what a manifest would change',
  help,
  twoIsAnAnswer: true,
  async run(args, context) {
    const { values, positionals } = readArguments(args, manifestOptions);
    takeNone(positionals);
    const format = readChoice('-o', values.format, ['text', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '2m');
    const manifest = readManifest(context, values.file ?? []);
    const target = findTarget(context, values.profile);
    const set = await applyManifest(context, {
      target,
      manifest,
      org: values.org ?? manifest.org ?? target.org,
      dryRun: true,
      prune: values.prune ?? false,
      ...readAccepted(values),
      timeoutMs,
    });
    writeChanges(context, set, format);
    return set.changes.length === 0 ? exit.done : exit.differs;
  },
};
