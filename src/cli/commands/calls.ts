import {
  platformOptions,
  readArguments,
  readChoice,
  readCount,
  readDuration,
  takeNone,
} from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { createManagement } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { printable } from '../printable.ts';
import { painter } from '../terminal-colours.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse calls [options]

Lists the last calls of an org, the oldest first: the refused ones of a day, and a sample of the answered ones.

  -F, --follow              goes on with the calls as they come, until it is ended
      --first N             how many (50)
      --outcome WORD        answered or refused
      --code CODE           of this refusal, for example RATE_LIMIT_EXCEEDED
      --status STATUS       of this HTTP status
      --api NAME:VERSION    of this API
      --operation TEXT      of this operation, for example "GET /customers/{id}"
      --application NAME    of this application, or CONSUMER_ORG/APPLICATION
      --catalog NAME        of this catalog
      --slower-than TIME    that took longer: 500ms, 2s
      --org NAME            the org, when the profile leaves it open
  -o, --format text|json    a line of text, or of JSON, for each call (text)
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse calls --outcome refused
  gatehouse calls --follow --code CLIENT_ID_MISSING
  gatehouse calls --slower-than 1s -o json

gatehouse why REQUEST_ID tells the decision on a refused call.

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const options = {
  ...platformOptions,
  follow: { type: 'boolean', short: 'F', default: false },
  first: { type: 'string', default: '50' },
  outcome: { type: 'string' },
  code: { type: 'string' },
  status: { type: 'string' },
  api: { type: 'string' },
  operation: { type: 'string' },
  application: { type: 'string' },
  catalog: { type: 'string' },
  'slower-than': { type: 'string' },
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'text' },
} as const;

const FIELDS = `requestId at method path status code durationMs api operation oauthProvider plan
  catalog { name } application { name consumerOrg { name } }`;
const LIST = `query Calls($org: String, $filter: CallFilter, $first: Int) {
  calls(org: $org, filter: $filter, first: $first) { ${FIELDS} }
}`;
const FOLLOW = `subscription FollowCalls($org: String, $filter: CallFilter) {
  calls(org: $org, filter: $filter) { ${FIELDS} }
}`;

type Call = {
  readonly requestId: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number | null;
  readonly api: string | null;
  readonly oauthProvider: string | null;
  readonly application: { readonly name: string; readonly consumerOrg: { readonly name: string } } | null;
};

export const calls: Command = {
  name: 'calls',
  summary: 'lists the last calls, or follows them',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    takeNone(positionals);
    const format = readChoice('-o', values.format, ['text', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const first = readCount('first', values.first);
    const target = findTarget(context, values.profile);
    const management = createManagement(context, target);
    const variables = { org: values.org ?? target.org, filter: filterOf(values) };
    const print = (call: Call) => context.out.write(`${lineOf(call, format, context)}\n`);
    if (values.follow)
      await management.follow<{ calls: Call }>({ document: FOLLOW, variables, timeoutMs }, (data) =>
        print(data.calls),
      );
    else {
      const question = { document: LIST, variables: { ...variables, first }, timeoutMs };
      const found = await management.answer<{ calls: Call[] }>(question);
      for (const call of found.calls.toReversed()) print(call);
    }
    return exit.done;
  },
};

type Values = {
  readonly [Name in
    | 'outcome'
    | 'code'
    | 'status'
    | 'api'
    | 'operation'
    | 'application'
    | 'catalog'
    | 'slower-than']?: string | undefined;
};

/** Reads the options as a filter of the API. @throws USAGE */
function filterOf({ outcome, status, application, 'slower-than': slowerThan, ...values }: Values) {
  const [consumerOrg, named] = application?.includes('/')
    ? application.split('/', 2)
    : [undefined, application];
  const { code, api, operation, catalog } = values;
  return {
    code,
    api,
    operation,
    catalog,
    consumerOrg,
    application: named,
    outcome: outcome && readChoice('--outcome', outcome, ['answered', 'refused']).toUpperCase(),
    status: status === undefined ? undefined : readCount('status', status),
    slowerThanMs: slowerThan === undefined ? undefined : readDuration('slower-than', slowerThan),
  };
}

function lineOf(call: Call, format: 'text' | 'json', { out, environment }: CommandContext): string {
  if (format === 'json') return JSON.stringify(call);
  const { at, status, code, method, path, api, oauthProvider, application, durationMs, requestId } = call;
  const paint = painter(out, environment);
  const tone = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red';
  const parts = [
    code ?? 'answered',
    method,
    path,
    api ?? oauthProvider,
    application && `${application.consumerOrg.name}/${application.name}`,
    durationMs === null ? undefined : `${durationMs.toFixed(0)} ms`,
    requestId,
  ];
  const rest = parts.filter((part) => part !== null && part !== undefined).join(' ');
  return `${printable(at)} ${paint(tone, String(status))} ${printable(rest)}`;
}
