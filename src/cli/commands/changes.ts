import { platformOptions, readArguments, readChoice, readCount, readDuration } from '../arguments.ts';
import {
  type ChangeRequest,
  REQUEST_FIELDS,
  readNumber,
  requestLine,
  writeRequest,
} from '../change-requests.ts';
import { fail } from '../command-fault.ts';
import { createManagement } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { withProgress } from '../progress.ts';
import { painter } from '../terminal-colours.ts';
import { COMMIT } from './approve.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse changes [NUMBER] [options]

Lists the open change requests of an org, the newest first; or prints one with all that it does.

      --closed              lists those that are closed
      --catalog NAME        only those that change this catalog
      --first N             how many (50)
      --commit              commits the one: what was reviewed takes place, or nothing
      --cancel              takes the one back
      --halt REASON         halts the waves of the one, and takes them back
      --advance WAVE        begins the next wave of the one, where this one runs
      --org NAME            the org, when the profile leaves it open
  -o, --format text|json    how they are printed (text)
      --timeout TIME        500ms, 60s, 2m (2m)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse changes
  gatehouse changes 12 -o json
  gatehouse changes 12 --commit

gatehouse approve NUMBER approves one.

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const options = {
  ...platformOptions,
  closed: { type: 'boolean', default: false },
  catalog: { type: 'string' },
  first: { type: 'string', default: '50' },
  commit: { type: 'boolean', default: false },
  cancel: { type: 'boolean', default: false },
  halt: { type: 'string' },
  advance: { type: 'string' },
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'text' },
} as const;

const LIST = `query ChangeRequests($org: String, $catalog: String, $states: [ChangeRequestState!], $first: Int) {
  changeRequests(org: $org, catalog: $catalog, states: $states, first: $first) {
    number state title proposedBy proposedAt scheduledAt approvalsLacking
  }
}`;
const READ = `query ReadChangeRequest($org: String, $number: Int!) {
  changeRequest(org: $org, number: $number) { ${REQUEST_FIELDS} }
}`;
const CANCEL = `mutation CancelChange($input: ChangeRequestInput!) {
  request: cancelChange(input: $input) { ${REQUEST_FIELDS} }
}`;
const HALT = `mutation HaltChange($input: HaltChangeInput!) {
  request: haltChange(input: $input) { ${REQUEST_FIELDS} }
}`;
const ADVANCE = `mutation AdvanceChange($input: AdvanceChangeInput!) {
  request: advanceChange(input: $input) { ${REQUEST_FIELDS} }
}`;
const OPEN = ['PROPOSED', 'APPROVED', 'SCHEDULED', 'RUNNING'];
const CLOSED = ['HALTED', 'DONE', 'STALE', 'FAILED', 'REJECTED', 'CANCELLED', 'EXPIRED'];

type Listed = Pick<ChangeRequest, 'number' | 'state' | 'title' | 'proposedBy'>;

export const changes: Command = {
  name: 'changes',
  summary: 'lists change requests, prints one, or commits it',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    const format = readChoice('-o', values.format, ['text', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '2m');
    const first = readCount('first', values.first);
    const number = positionals.length === 0 ? undefined : readNumber(positionals, 'changes');
    const act = actOf(values);
    if (act && number === undefined) fail('USAGE', 'Name one change request: gatehouse changes NUMBER');
    const target = findTarget(context, values.profile);
    const management = createManagement(context, target);
    const org = values.org ?? target.org;
    const ask = <Answer>(document: string, variables: object) =>
      management.answer<Answer>({ document, variables, timeoutMs });
    if (number === undefined) {
      const filter = { org, catalog: values.catalog, states: values.closed ? CLOSED : OPEN, first };
      const { changeRequests } = await ask<{ changeRequests: Listed[] }>(LIST, filter);
      const paint = painter(context.out, context.environment);
      for (const each of changeRequests)
        context.out.write(`${format === 'json' ? JSON.stringify(each) : requestLine(each, paint)}\n`);
      return exit.done;
    }
    const request = act
      ? await withProgress(context, `${act.progress} ${number}`, async () => {
          const input = { org, number, ...act.input };
          return (await ask<{ request: ChangeRequest }>(act.document, { input })).request;
        })
      : (await ask<{ changeRequest: ChangeRequest | null }>(READ, { org, number })).changeRequest;
    if (!request) return fail('NOT_FOUND', `There is no change request ${number}.`);
    writeRequest(context, request, format);
    return exit.done;
  },
};

type ChangeStep = { readonly document: string; readonly progress: string; readonly input?: object };
type ActOptions = {
  readonly commit: boolean;
  readonly cancel: boolean;
  readonly halt?: string | undefined;
  readonly advance?: string | undefined;
};

/** Finds what to do with the one request. @throws USAGE where several things are asked for */
function actOf({ commit, cancel, halt, advance }: ActOptions): ChangeStep | undefined {
  const acts: ChangeStep[] = [
    ...(commit ? [{ document: COMMIT, progress: 'Committing' }] : []),
    ...(cancel ? [{ document: CANCEL, progress: 'Cancelling' }] : []),
    ...(halt === undefined ? [] : [{ document: HALT, progress: 'Halting', input: { reason: halt } }]),
    ...(advance === undefined
      ? []
      : [
          {
            document: ADVANCE,
            progress: 'Advancing',
            input: { wave: readCount('advance', advance) },
          },
        ]),
  ];
  if (acts.length > 1) fail('USAGE', 'Give one of --commit, --cancel, --halt and --advance.');
  return acts[0];
}
