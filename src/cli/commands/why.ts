import { platformOptions, readArguments, readChoice, readDuration } from '../arguments.ts';
import { fail } from '../command-fault.ts';
import { createManagement } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { printable } from '../printable.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse why REQUEST_ID [options]

Tells why a gateway refused a call, step by step, by the id in its answer (requestId, or the header X-Request-Id).

      --org NAME            the org, when the profile leaves it open
  -o, --format text|json    how it is printed (text)
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse why 4f1c9a6e-1111-4222-8333-444455556666
  gatehouse why $ID -o json

Exit code: 0 told, 1 fault or no such call is kept, 2 wrong call.
`;

const options = {
  ...platformOptions,
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'text' },
} as const;

const WHY = `query Why($org: String, $requestId: String!) {
  why(org: $org, requestId: $requestId) {
    requestId at method path api oauthProvider application { name } plan status code detail remedy
    decision { step outcome facts }
  }
}`;

type RefusedCall = {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly api: string | null;
  /** The OAuth provider whose endpoint refused it; null where an API did. */
  readonly oauthProvider: string | null;
  readonly application: { readonly name: string } | null;
  readonly plan: string | null;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly remedy: string;
  readonly decision: readonly { readonly step: string; readonly outcome: string; readonly facts: object }[];
};

export const why: Command = {
  name: 'why',
  summary: 'tells why a call was refused',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    const [requestId, ...others] = positionals;
    if (requestId === undefined || others.length > 0)
      fail('USAGE', 'Name one request: gatehouse why REQUEST_ID');
    const format = readChoice('-o', values.format, ['text', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const target = findTarget(context, values.profile);
    const { why: found } = await createManagement(context, target).answer<{ why: RefusedCall | null }>({
      document: WHY,
      variables: { org: values.org ?? target.org, requestId },
      timeoutMs,
    });
    if (!found)
      fail(
        'NOT_FOUND',
        `No refused call ${requestId} is kept: the newest are, for a day, about a second after they were made.`,
      );
    context.out.write(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : written(found));
    return exit.done;
  },
};

function written({ decision, ...call }: RefusedCall): string {
  const lines = [
    `${call.at} ${call.method} ${call.path}`,
    `${call.status} ${call.code}: ${call.detail}`,
    `${call.oauthProvider ? `OAuth provider ${call.oauthProvider}` : `API ${call.api ?? '-'}`}, application ${call.application?.name ?? '-'}, plan ${call.plan ?? '-'}`,
    ...decision.map(({ step, outcome, facts }) => `- ${step} ${outcome} ${JSON.stringify(facts)}`),
    `What the caller can do: ${call.remedy}`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
