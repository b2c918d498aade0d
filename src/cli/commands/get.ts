import { didYouMean } from '../../foundation/text/did-you-mean.ts';
import { platformOptions, readArguments, readChoice, readDuration, takeNone } from '../arguments.ts';
import { fail } from '../command-fault.ts';
import { createManagement, type Management } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { printable } from '../printable.ts';
import { type Command, exit } from './command.ts';

/** A kind of things: the field of its list, and its columns. */
type Kind = { readonly list: string; readonly fields: string };

const kinds = {
  apis: { list: 'apis', fields: 'name version kind basePath onlineState title' },
  backends: { list: 'backends', fields: 'name title' },
  catalogs: { list: 'catalogs', fields: 'name gatewayUrl portalUrl title' },
  'graphql-servers': { list: 'graphqlServers', fields: 'name state exposed title' },
  'oauth-providers': { list: 'oauthProviders', fields: 'name grantTypes title' },
  products: { list: 'products', fields: 'name version visibility title' },
  'user-registries': { list: 'userRegistries', fields: 'name type url title' },
} as const satisfies Record<string, Kind>;
export type KindName = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as KindName[];

const help = `gatehouse get KIND [options]

Lists what there is in an org. KIND is one of
${kindNames.join(', ')}.

      --org NAME            the org, when the profile leaves it open
  -o, --format text|json    a table, or JSON (text)
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse get products
  gatehouse get apis -o json

gatehouse describe KIND NAME tells all of one of them.

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const options = {
  ...platformOptions,
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'text' },
} as const;

const PAGE = 200;

type Row = Readonly<Record<string, unknown>>;

export const get: Command = {
  name: 'get',
  summary: 'lists the APIs, products or other things of an org',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    const [word, ...others] = positionals;
    takeNone(others);
    const kind = readKind(word);
    const format = readChoice('-o', values.format, ['text', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const target = findTarget(context, values.profile);
    const management = createManagement(context, target);
    const rows = await listOf(management, { kind, org: values.org ?? target.org, timeoutMs });
    context.out.write(format === 'json' ? `${JSON.stringify(rows, null, 2)}\n` : tableOf(kind, rows));
    return exit.done;
  },
};

/** Reads a kind, in the singular too. @throws USAGE naming those that there are */
export function readKind(word: string | undefined): KindName {
  const kind = kindNames.find((name) => name === word || singularOf(name) === word);
  if (kind) return kind;
  const known = `Name one of ${kindNames.join(', ')}.`;
  if (word === undefined) return fail('USAGE', known);
  return fail('USAGE', `There is no kind ${JSON.stringify(word)}.${didYouMean(word, kindNames)} ${known}`);
}

/** Names one thing of a kind: `user-registries` is `user-registry`. */
export const singularOf = (kind: KindName) => kind.replace(/ies$/, 'y').replace(/s$/, '');

type ListInput = { readonly kind: KindName; readonly org: string | undefined; readonly timeoutMs: number };

/** Reads a list to its end, page by page. */
async function listOf(management: Management, { kind, org, timeoutMs }: ListInput): Promise<Row[]> {
  const { list, fields } = kinds[kind];
  const document = `query List($org: String, $offset: Int!) {
  org(name: $org) { list: ${list}(first: ${PAGE}, offset: $offset) { ${fields} } }
}`;
  const rows: Row[] = [];
  for (;;) {
    const variables = { org, offset: rows.length };
    const found = await management.answer<{ org: { list: Row[] } | null }>({
      document,
      variables,
      timeoutMs,
    });
    const page = found.org?.list ?? fail('NOT_FOUND', `There is no org ${org ?? ''}.`);
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

/** Columns as wide as what is in them. A terminal cuts nothing off, so that others can read it. */
function tableOf(kind: KindName, rows: readonly Row[]): string {
  const names = kinds[kind].fields.split(' ');
  const lines = [
    names.map((name) => name.toUpperCase()),
    ...rows.map((row) => names.map((name) => text(row[name]))),
  ];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const written = lines.map((line) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  );
  return written.map((line) => `${line.trimEnd()}\n`).join('');
}

const text = (value: unknown): string =>
  value === null || value === undefined
    ? '-'
    : printable(Array.isArray(value) ? value.join(',') : String(value));
