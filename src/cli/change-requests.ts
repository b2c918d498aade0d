import { readCount } from './arguments.ts';
import { type ChangeSet, changeLines } from './change-set.ts';
import type { CommandContext } from './command-context.ts';
import { fail } from './command-fault.ts';
import { printable } from './printable.ts';
import { type Colour, type Paint, painter } from './terminal-colours.ts';

/** A change request as commands print it. */
export type ChangeRequest = {
  readonly number: number;
  readonly state: string;
  readonly title: string;
  readonly mutation: string;
  readonly subject: string;
  readonly hash: string;
  readonly proposedBy: string;
  readonly expiresAt: string;
  readonly scheduledAt: string | null;
  readonly approvalsLacking: number;
  readonly approvals: readonly { readonly approvedBy: string }[];
  readonly transitions: readonly {
    readonly product: string;
    readonly from: string | null;
    readonly to: string | null;
  }[];
  readonly apis: readonly {
    readonly api: string;
    readonly from: string | null;
    readonly to: string | null;
  }[];
  readonly subscriptionCount: number;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly stepCount: number;
  readonly steps: ChangeSet['changes'];
  readonly moved: readonly {
    readonly item: string;
    readonly kind: string;
    readonly members: readonly string[];
  }[];
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly reason: string | null;
  readonly change: { readonly id: string } | null;
  readonly waves: readonly Wave[];
  readonly halt: { readonly cause: string; readonly message: string; readonly takenBack: number } | null;
};

type Figures = {
  readonly calls: number;
  readonly serverErrors: number;
  readonly refused: number;
  readonly p95Ms: number | null;
};

/** A wave of a request as commands print it. */
type Wave = {
  readonly number: number;
  readonly percent: number | null;
  readonly state: string;
  readonly moved: number;
  readonly minutes: number;
  readonly endsAt: string | null;
  readonly waitsFor: string | null;
  readonly figures: Readonly<Record<'moved' | 'rest' | 'before', Figures>> | null;
};

/** The selection of such a request. */
export const REQUEST_FIELDS = `number state title mutation subject hash proposedBy expiresAt scheduledAt approvalsLacking
  approvals { approvedBy } transitions { product from to } apis { api from to } subscriptionCount
  warnings { code message } stepCount steps(first: 200) { action kind name diff }
  moved { item kind members } failure { code message } reason change { id }
  halt { cause message takenBack } waves { number percent state moved minutes endsAt waitsFor figures {
    moved { calls serverErrors refused p95Ms } rest { calls serverErrors refused p95Ms }
    before { calls serverErrors refused p95Ms } } }`;

export const PROPOSE = `mutation ProposeChange($input: ProposeChangeInput!) {
  proposeChange(input: $input) { ${REQUEST_FIELDS} }
}`;

/** Reads the one argument that is the number of a request. @throws USAGE */
export function readNumber(positionals: readonly string[], command: string): number {
  const [text, ...others] = positionals;
  if (text === undefined || others.length > 0)
    return fail('USAGE', `Name one change request: gatehouse ${command} NUMBER`);
  return readCount('NUMBER', text.replace(/^#/, ''));
}

const colours: Readonly<Record<string, Colour>> = {
  PROPOSED: 'yellow',
  SCHEDULED: 'yellow',
  RUNNING: 'yellow',
  APPROVED: 'green',
  DONE: 'green',
};

/** Writes a request in one line: its number, its state and its title. */
export function requestLine(
  { number, state, title, proposedBy }: Pick<ChangeRequest, 'number' | 'state' | 'title' | 'proposedBy'>,
  paint: Paint,
): string {
  return `#${number} ${paint(colours[state] ?? 'red', state)} ${printable(title)} (${printable(proposedBy)})`;
}

/** Prints a request with all that it does, for people or for machines. */
export function writeRequest(
  { out, environment }: CommandContext,
  request: ChangeRequest,
  format: 'text' | 'json',
): void {
  const lines = () => linesOf(request, painter(out, environment));
  out.write(format === 'json' ? `${JSON.stringify(request, null, 2)}\n` : `${lines().join('\n')}\n`);
}

function linesOf(request: ChangeRequest, paint: Paint): string[] {
  const { mutation, subject, transitions, apis, warnings, steps, stepCount, subscriptionCount } = request;
  return [
    requestLine(request, paint),
    `${mutation} ${printable(subject)}`,
    ...transitions.map(
      ({ product, from, to }) => `→ ${printable(product)}: ${from ?? 'none'} → ${to ?? 'none'}`,
    ),
    ...apis.map(({ api, from, to }) => `→ ${printable(api)}: ${from ?? 'none'} → ${to ?? 'none'}`),
    ...changeLines(steps, paint),
    ...(stepCount > steps.length ? [`… and ${stepCount - steps.length} more steps`] : []),
    ...(subscriptionCount > 0 ? [`Subscriptions: ${subscriptionCount}`] : []),
    ...warnings.map(({ code, message }) => `${paint('yellow', `! ${code}`)} ${printable(message)}`),
    ...request.waves.flatMap((wave) => waveLines(wave, paint)),
    ...progressOf(request),
  ];
}

function waveLines({ number, percent, state, moved, ...wave }: Wave, paint: Paint): string[] {
  const { minutes, endsAt, waitsFor, figures } = wave;
  const share = percent === null ? 'those it names' : `${percent} %`;
  const until = endsAt === null ? '' : `, until ${endsAt}`;
  const waits = waitsFor === null ? '' : `, waits for ${waitsFor}`;
  const sides = (['moved', 'rest', 'before'] as const).flatMap((side) =>
    figures ? [`  ${side}: ${figuresText(figures[side])}`] : [],
  );
  const told = paint(waveColours[state] ?? 'red', state);
  return [`Wave ${number} (${share}, ${minutes} minutes) ${told} moved ${moved}${until}${waits}`, ...sides];
}

const waveColours: Readonly<Record<string, Colour>> = { WAITING: 'yellow', RUNNING: 'yellow', DONE: 'green' };

const figuresText = ({ calls, serverErrors, refused, p95Ms }: Figures): string =>
  `${calls} calls, ${serverErrors} failed, ${refused} refused, p95 ${p95Ms === null ? '-' : `${Math.round(p95Ms)} ms`}`;

function progressOf({
  approvals,
  approvalsLacking,
  hash,
  moved,
  failure,
  reason,
  halt,
  ...request
}: ChangeRequest) {
  const { state, scheduledAt, expiresAt } = request;
  const isOpen = ['PROPOSED', 'APPROVED', 'SCHEDULED'].includes(state);
  const by = approvals.map(({ approvedBy }) => approvedBy).join(', ');
  return [
    ...moved.map(({ item, kind, members }) => `${kind} ${printable(item)}: ${printable(members.join(', '))}`),
    ...(halt ? [`${halt.cause}: ${printable(halt.message)} Taken back: ${halt.takenBack}`] : []),
    ...(failure ? [`${failure.code}: ${printable(failure.message)}`] : []),
    ...(reason === null ? [] : [`Reason: ${printable(reason)}`]),
    `Approvals: ${by === '' ? 'none' : printable(by)}${isOpen ? `; still needed: ${approvalsLacking}` : ''}`,
    ...(isOpen ? [...(scheduledAt === null ? [] : [`At: ${scheduledAt}`]), `Until: ${expiresAt}`] : []),
    `Hash: ${hash}`,
  ];
}
