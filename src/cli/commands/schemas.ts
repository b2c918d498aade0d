import { platformOptions, readArguments, readChoice, readDuration } from '../arguments.ts';
import { fail } from '../command-fault.ts';
import { createManagement, type Management } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { printable } from '../printable.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse schemas [API --accept|--dismiss] [options]

Lists the GraphQL APIs whose schema waits, because it would break callers, or could not be asked of their server; or settles
that of one API, name:version.

      --accept              takes the schema that waits, although it breaks callers
      --dismiss             lets go of it: the same schema is not held again
      --org NAME            the org, when the profile leaves it open
  -o, --format text|json    how the list is printed (text)
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse schemas
  gatehouse schemas books:1.0.0 --accept

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const options = {
  ...platformOptions,
  accept: { type: 'boolean' },
  dismiss: { type: 'boolean' },
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'text' },
} as const;

const PAGE = 200;
const UNSETTLED = `query UnsettledGraphQLSchemas($org: String, $offset: Int!) {
  unsettledGraphQLSchemas(org: $org, first: ${PAGE}, offset: $offset) { name version schemaRefresh { triedAt failure held { at breaks } } }
}`;

const settling = (mutation: string) => `mutation Settle($input: ApiInput!) {
  ${mutation}(input: $input) { name version }
}`;

type Unsettled = {
  readonly name: string;
  readonly version: string;
  readonly schemaRefresh: {
    readonly triedAt: string;
    readonly failure: string | null;
    readonly held: { readonly at: string; readonly breaks: readonly string[] } | null;
  };
};

export const schemas: Command = {
  name: 'schemas',
  summary: 'lists and settles the schemas of GraphQL APIs that wait',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    const [api, ...others] = positionals;
    const { accept = false, dismiss = false } = values;
    if (others.length > 0 || (api === undefined) === (accept || dismiss) || (accept && dismiss))
      fail('USAGE', 'Say gatehouse schemas alone, or one API and what to do: API --accept, API --dismiss.');
    const format = readChoice('-o', values.format, ['text', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const target = findTarget(context, values.profile);
    const management = createManagement(context, target);
    const org = values.org ?? target.org;
    if (api !== undefined) {
      const document = settling(accept ? 'acceptHeldGraphQLSchema' : 'dismissHeldGraphQLSchema');
      await management.answer({ document, variables: { input: { org, api } }, timeoutMs });
      context.out.write(`${printable(api)}: the schema is ${accept ? 'taken' : 'dismissed'}\n`);
      return exit.done;
    }
    const waiting = await unsettled(management, { org, timeoutMs });
    if (format === 'text' && waiting.length === 0) context.err.write('No schema waits.\n');
    context.out.write(
      format === 'json' ? `${JSON.stringify(waiting, null, 2)}\n` : waiting.map(written).join(''),
    );
    return exit.done;
  },
};

type UnsettledInput = { readonly org: string | undefined; readonly timeoutMs: number };

/** All that wait, page by page. */
async function unsettled(
  management: Management,
  { org, timeoutMs }: UnsettledInput,
): Promise<readonly Unsettled[]> {
  const all: Unsettled[] = [];
  for (;;) {
    const { unsettledGraphQLSchemas: page } = await management.answer<{
      unsettledGraphQLSchemas: readonly Unsettled[];
    }>({ document: UNSETTLED, variables: { org, offset: all.length }, timeoutMs });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

function written({ name, version, schemaRefresh: { triedAt, failure, held } }: Unsettled): string {
  const lines = [
    ...(held ? [`${name}:${version} held since ${held.at}`, ...held.breaks.map((each) => `- ${each}`)] : []),
    ...(failure === null ? [] : [`${name}:${version} failed at ${triedAt}: ${failure}`]),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
