import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { platformOptions, readArguments, readChoice, readDuration, takeNone } from '../arguments.ts';
import { fail, reasonOf } from '../command-fault.ts';
import { isJsonObject } from '../json.ts';
import { createManagement } from '../management.ts';
import { type ManifestFiles, splitManifest, yamlOf } from '../manifest/split-manifest.ts';
import { escapeVariables } from '../manifest/variables.ts';
import { findTarget } from '../platform-target.ts';
import { withProgress } from '../progress.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse export [options]

Prints an org as a manifest; applying it again changes nothing. It holds no secrets.
With --at it is the org as it was then, and applying it brings that back.

      --org NAME            the org, when the profile leaves it open
      --at INSTANT          the org as it was: 2027-03-01T09:00:00Z
  -o, --format yaml|json    (yaml)
      --output FILE|FOLDER/ writes to a file, or to a new or empty folder: a file a list, documents beside them;
                            whole or not at all
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse export --org acme --output acme.yaml
  gatehouse export --org acme --output acme/
  gatehouse apply -f acme/
  gatehouse export --org acme --at 2027-03-01T09:00:00Z --output march.yaml

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const EXPORT = 'query ExportManifest($org: String, $at: DateTime) { exportManifest(org: $org, at: $at) }';

const options = {
  ...platformOptions,
  org: { type: 'string' },
  at: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'yaml' },
  output: { type: 'string' },
} as const;

type Manifest = Readonly<Record<string, unknown>>;

export const exportOrg: Command = {
  name: 'export',
  summary: 'prints an org as a manifest',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    takeNone(positionals);
    const format = readChoice('-o', values.format, ['yaml', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const output = values.output === undefined ? undefined : resolve(context.folder, values.output);
    const isFolder = output !== undefined && (/[/\\]$/.test(values.output ?? '') || isDirectory(output));
    if (isFolder && format === 'json') fail('USAGE', 'A folder is of YAML: leave -o out, or name a file.');
    if (isFolder) demandEmpty(output);
    const target = findTarget(context, values.profile);
    const management = createManagement(context, target);
    const variables = { org: values.org ?? target.org, at: values.at };
    const { exportManifest } = await withProgress(context, 'Exporting', () =>
      management.answer<{ exportManifest: Manifest }>({ document: EXPORT, variables, timeoutMs }),
    );
    if (isFolder) writeFolder(output, splitManifest(exportManifest));
    else if (output === undefined) context.out.write(writeManifest(exportManifest, format));
    else writeWhole(output, writeManifest(exportManifest, format));
    return exit.done;
  },
};

function writeManifest(manifest: Manifest, format: 'yaml' | 'json'): string {
  const escaped = mapTexts(manifest, escapeVariables);
  return format === 'json' ? `${JSON.stringify(escaped, null, 2)}\n` : yamlOf(escaped);
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]));
}

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Refuses a folder that holds something. Applied together, its files and those of the export could contradict. */
function demandEmpty(folder: string): void {
  if (isDirectory(folder) && readdirSync(folder).length > 0)
    fail('FILE_UNWRITABLE', `${folder} is not empty: name a new folder, or remove what is in it.`);
}

/** Replaces a file at once. A reader meanwhile, or after a crash, has the old text or the new one. */
function writeWhole(file: string, text: string): void {
  placeWhole(file, (draft) => writeFileSync(draft, text));
}

/** Writes a folder at once, in the place of an empty one. */
function writeFolder(folder: string, files: ManifestFiles): void {
  placeWhole(folder, (draft) => {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(draft, path)), { recursive: true });
      writeFileSync(join(draft, path), text);
    }
    if (existsSync(folder)) rmdirSync(folder);
  });
}

function placeWhole(path: string, write: (draft: string) => void): void {
  const draft = `${path}.${process.pid}.new`;
  try {
    write(draft);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    fail('FILE_UNWRITABLE', `${path} cannot be written: ${reasonOf(error)}.`);
  }
}
