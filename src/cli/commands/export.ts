import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { platformOptions, readArguments, readChoice, readDuration, takeNone } from '../arguments.ts';
import { fail, reasonOf } from '../command-fault.ts';
import { isJsonObject } from '../json.ts';
import { createManagement } from '../management.ts';
import { escapeVariables } from '../manifest/variables.ts';
import { findTarget } from '../platform-target.ts';
import { withProgress } from '../progress.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse export [options]

Prints an org as a manifest; applying it again changes nothing. It holds no secrets.

      --org NAME            the org, when the profile leaves it open
  -o, --format yaml|json    (yaml)
      --output FILE         writes to a file, whole or not at all
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const EXPORT = 'query ExportManifest($org: String) { exportManifest(org: $org) }';

const options = {
  ...platformOptions,
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'yaml' },
  output: { type: 'string' },
} as const;

export const exportOrg: Command = {
  name: 'export',
  summary: 'prints an org as a manifest',
  help,
  async run(args, world) {
    const { values, positionals } = readArguments(args, options);
    takeNone(positionals);
    const format = readChoice('-o', values.format, ['yaml', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const target = findTarget(world, values.profile);
    const management = createManagement(world, target);
    const variables = { org: values.org ?? target.org };
    const { exportManifest } = await withProgress(world, 'Exporting', () =>
      management.answer<{ exportManifest: unknown }>({ document: EXPORT, variables, timeoutMs }),
    );
    const text = writeManifest(exportManifest, format);
    if (values.output === undefined) world.out.write(text);
    else writeWhole(resolve(world.folder, values.output), text);
    return exit.done;
  },
};

/** Texts that older readers of YAML take for something else, such as `on`, are quoted. */
function writeManifest(manifest: unknown, format: 'yaml' | 'json'): string {
  const escaped = mapTexts(manifest, escapeVariables);
  if (format === 'json') return `${JSON.stringify(escaped, null, 2)}\n`;
  return stringify(escaped, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]));
}

/** Replaces a file at once. A reader meanwhile, or after a crash, has the old text or the new one. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    fail('FILE_UNWRITABLE', `${file} cannot be written: ${reasonOf(error)}.`);
  }
}
