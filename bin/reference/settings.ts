// The settings, for the reference, the chart and Compose: all from the schema that reads them.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { secretSettings } from '../../src/process/settings/secret-files.ts';
import { settingGroups } from '../../src/process/settings/settings.ts';
import { page, table, withoutLinks } from './markdown.ts';

type Setting = {
  readonly name: string;
  readonly description: string;
  /** The value where the setting is left out. */
  readonly fallback: string;
  readonly bounds: string;
  readonly choices: readonly string[] | undefined;
};

type Described = {
  readonly description: string;
  readonly default?: unknown;
  readonly unset?: string;
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
};

/**
 * Settings that only an image, the chart or the Secret sets.
 *
 * They are no values of the chart, and no variables of Compose.
 */
const FIXED: ReadonlySet<string> = new Set([
  ...secretSettings,
  'NODE_ENV',
  'ROLES',
  'DEMO',
  'HOST',
  'DATA_DIR',
  'DRAIN_SECONDS',
  'TLS_CERTIFICATES',
  'GATEWAY_PORT',
  'CONTROL_PORT',
  'GRAPHQL_SERVER_PORT',
  'BACKENDS_PORT',
  'OPS_PORT',
  'GATEWAY_URL',
  'CONTROL_URL',
  'GRAPHQL_SERVER_URL',
]);

/** Read by the exporter of traces itself. */
const resourceAttributes: Setting = {
  name: 'OTEL_RESOURCE_ATTRIBUTES',
  description: 'Attributes of this process in traces: `name=value`, with commas between.',
  fallback: 'none',
  bounds: '',
  choices: undefined,
};

function settingOf([name, type]: [name: string, type: z.ZodType]): Setting {
  const described = z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' }) as unknown as Described;
  if (!described.description) throw new Error(`The setting ${name} has no description.`);
  return {
    name,
    description: described.description,
    fallback: fallbackOf(described),
    bounds: boundsOf(described),
    choices: described.enum,
  };
}

function fallbackOf({ default: value, unset }: Described): string {
  if (unset !== undefined) return unset;
  return value === undefined || (Array.isArray(value) && value.length === 0) ? 'none' : `\`${value}\``;
}

function boundsOf({ minimum, maximum }: Described): string {
  if (minimum === undefined || maximum === undefined) return '';
  return maximum === Number.MAX_SAFE_INTEGER ? ` At least ${minimum}.` : ` ${minimum} to ${maximum}.`;
}

const groups = Object.entries(settingGroups).map(([title, types]) => ({
  title,
  settings: [
    ...Object.entries(types).map(settingOf),
    ...(Object.hasOwn(types, 'OTEL_SERVICE_NAME') ? [resourceAttributes] : []),
  ],
}));

/** Settings that an operator may set. */
const open = groups.flatMap(({ settings }) => settings).filter(({ name }) => !FIXED.has(name));

export function printSettings(): string {
  const secrets = secretSettings.map((name) => `\`${name}\``).join(', ');
  return page('Settings', 'src/process/settings', [
    'All settings are environment variables. A wrong one stops the start, and every fault is named at once. An empty one is the same as one that is not set.',
    `Each secret (${secrets}) may be in a file instead, named by the variable with \`_FILE\` appended: \`SECRET_KEY_FILE=/run/secrets/key\`. The end of the last line is ignored.`,
    ...groups.flatMap(({ title, settings }) => [
      `## ${title}`,
      table(
        ['name', 'default', 'meaning'],
        settings.map(({ name, fallback, description, bounds }) => [
          `\`${name}\``,
          fallback,
          `${description}${bounds}`,
        ]),
      ),
    ]),
  ]);
}

/** The schema of the chart's values, with the settings that they may hold. */
export function printValuesSchema(file: string): string {
  const schema = JSON.parse(readFileSync(file, 'utf8'));
  const properties = open.map(({ name, description, choices }) => [
    name,
    {
      ...(choices ? { enum: choices } : { type: ['string', 'number', 'boolean'] }),
      description: withoutLinks(description),
    },
  ]);
  schema.definitions.settings = {
    type: 'object',
    description:
      'Settings by their names in docs/reference/settings.md, except those that the chart sets itself or reads from the Secret.',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
  return JSON.stringify(schema);
}

const PRINTED =
  /( *# Settings from \.env, printed by npm run reference\.\n)[\s\S]*?( *# End of what is printed\.\n)/;

/**
 * Prints compose.yaml with a variable for each setting that .env may hold.
 *
 * An empty variable is as one that is not set.
 */
export function printCompose(file: string): string {
  const lines = open.map(({ name }) => `  ${name}: \${${name}:-}\n`).join('');
  const text = readFileSync(file, 'utf8');
  if (!PRINTED.test(text)) throw new Error(`${file} has no place for what is printed.`);
  return text.replace(PRINTED, (_, head: string, foot: string) => `${head}${lines}${foot}`);
}
