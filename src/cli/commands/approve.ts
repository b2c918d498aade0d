import { platformOptions, readArguments, readChoice, readDuration } from '../arguments.ts';
import { type ChangeRequest, REQUEST_FIELDS, readNumber, writeRequest } from '../change-requests.ts';
import { fail } from '../command-fault.ts';
import { createManagement } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { withProgress } from '../progress.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse approve NUMBER [options]

Approves a change request of somebody else, and prints what it does. With --commit it is committed then, if it has all
approvals that it needs. Nothing takes place where the change would do something else than what was reviewed.

      --hash HASH           approves only what has this hash, as gatehouse changes NUMBER printed it
      --commit              commits it too
      --org NAME            the org, when the profile leaves it open
  -o, --format text|json    how the change request is printed (text)
      --timeout TIME        500ms, 60s, 2m (2m)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse approve 12 --hash ZfO8…
  gatehouse approve 12 --commit

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const options = {
  ...platformOptions,
  hash: { type: 'string' },
  commit: { type: 'boolean', default: false },
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'text' },
} as const;

const READ = `query ChangeToApprove($org: String, $number: Int!) { changeRequest(org: $org, number: $number) { hash } }`;
const APPROVE = `mutation ApproveChange($input: ApproveChangeInput!) {
  approveChange(input: $input) { ${REQUEST_FIELDS} }
}`;
export const COMMIT = `mutation CommitChange($input: ChangeRequestInput!) {
  request: commitChange(input: $input) { ${REQUEST_FIELDS} }
}`;

export const approve: Command = {
  name: 'approve',
  summary: 'approves a change request',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    const number = readNumber(positionals, 'approve');
    const format = readChoice('-o', values.format, ['text', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '2m');
    const target = findTarget(context, values.profile);
    const management = createManagement(context, target);
    const named = { org: values.org ?? target.org, number };
    const ask = <Answer>(document: string, variables: object) =>
      management.answer<Answer>({ document, variables, timeoutMs });
    const read = () => ask<{ changeRequest: { hash: string } | null }>(READ, named);
    const hash = values.hash ?? (await read()).changeRequest?.hash;
    if (hash === undefined) return fail('NOT_FOUND', `There is no change request ${number}.`);
    const input = { ...named, hash };
    const { approveChange } = await ask<{ approveChange: ChangeRequest }>(APPROVE, { input });
    if (!values.commit) {
      writeRequest(context, approveChange, format);
      return exit.done;
    }
    const { request } = await withProgress(context, `Committing ${number}`, () =>
      ask<{ request: ChangeRequest }>(COMMIT, { input: named }),
    );
    writeRequest(context, request, format);
    return exit.done;
  },
};
