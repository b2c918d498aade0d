import { MINUTE_MS, minuteOf } from '../../../../domain/call/usage.ts';
import type { ActionsInCatalog } from '../../../../domain/change-request/actions.ts';
import { freezeAt } from '../../../../domain/change-request/freeze.ts';
import {
  type Breach,
  type ComparedFigures,
  type HaltRule,
  verdictOf,
} from '../../../../domain/change-request/halt-rule.ts';
import type { WaitingFor } from '../../../../domain/change-request/wave-states.ts';
import { type ProductState, serves } from '../../../../domain/product/lifecycle.ts';
import { Refusal } from '../../../../foundation/errors.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import type { ChangeWave } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../../../infrastructure/database/json-columns.ts';
import {
  addedCalls,
  figuresOf,
  noCalls,
  SAMPLE_MAX,
  type WaveCalls,
  type WaveCallsRequest,
  waveCalls,
  waveFailures,
} from '../../../../infrastructure/usage/wave-calls.ts';
import type { ManagementDeps } from '../../context.ts';
import { MovedOn, movedText } from '../moved-on.ts';
import { type Authority, presentCaller } from '../proposer.ts';
import { type NumberedRequest, requestNumbered } from '../request-rows.ts';
import { policiesOf } from '../reviewed.ts';
import { isFinal, storedProposal } from '../stored-proposal.ts';
import { advance } from './advance.ts';
import { halt } from './halt.ts';
import { movedCount } from './wave-moves.ts';
import { apiNames, runningWave, type WavePair, waveMutationOf, wavePairOf, wavesOf } from './wave-rows.ts';

const PLATFORM = 'platform';
/** Calls before a wave that it is compared with. */
const BEFORE_MS = 60 * MINUTE_MS;
/** The last minutes, which are judged on their own too. */
const RECENT_MS = 5 * MINUTE_MS;
/** Minutes are kept for a day. */
const WINDOW_MAX_MS = 24 * 60 * MINUTE_MS;

export type RunningRequest = { readonly orgId: string; readonly number: number };

/**
 * Judges the wave of a change that runs. It is halted, or the next one begins, or it goes on.
 *
 * @throws what is no fault of the change; it is judged again then
 */
export async function judge(deps: ManagementDeps, named: RunningRequest): Promise<void> {
  const { prisma } = deps.database;
  const request = await requestNumbered(prisma, named);
  if (request.state !== 'RUNNING') return;
  const waves = await wavesOf(prisma, request.id);
  const step = { ...named, wave: runningWave(waves).number, by: { actor: PLATFORM } };
  const breach = await breachOutside(deps, request);
  if (breach) {
    await halt(deps, { ...step, breach });
    return;
  }
  const judged = await judgeCalls(deps, { request, waves });
  if (!judged) return;
  if (judged.does === 'HALT') {
    await halt(deps, { ...step, breach: judged.breach });
    return;
  }
  if (judged.does === 'WATCH') return;
  try {
    await advance(deps, step);
  } catch (error) {
    if (error instanceof MovedOn) {
      const breachOfWorld: Breach = {
        cause: 'MOVED',
        message: `Somebody changed ${movedText(error.moved)}.`,
      };
      await halt(deps, { ...step, breach: breachOfWorld, moved: error.moved });
    } else if (error instanceof Refusal && isFinal(error))
      await halt(deps, { ...step, breach: { cause: 'REFUSAL', message: `${error.code}: ${error.message}` } });
    else throw error;
  }
}

/** Finds what halts a change whatever its calls are. Its proposer has gone, or a product is in another state. */
async function breachOutside(
  { database: { prisma }, clock }: ManagementDeps,
  request: NumberedRequest,
): Promise<Breach | undefined> {
  const caller = await presentCaller(prisma, stored<Authority>(request.authority), clock());
  if ('fault' in caller) return { cause: 'REFUSAL', message: caller.fault };
  const { oldId, newId } = await prisma.changeRollout.findUniqueOrThrow({
    where: { changeRequestId: request.id },
    select: { oldId: true, newId: true },
  });
  const products = await prisma.catalogProduct.findMany({
    where: { id: { in: [oldId, newId].flatMap((id) => id ?? []) } },
    select: { id: true, name: true, version: true, state: true },
  });
  // A migration leaves a product that serves its subscribers, deprecated or not.
  const mayLeave = (state: ProductState) =>
    request.mutation === 'migrateSubscriptions' ? serves(state) : state === 'PUBLISHED';
  const other = products.find(({ id, state }) => (id === oldId ? !mayLeave(state) : state !== 'PUBLISHED'));
  if (other) return { cause: 'MOVED', message: `${versionedName(other)} is ${other.state} now.` };
  return products.length < 2
    ? { cause: 'MOVED', message: 'A product was removed from the catalog.' }
    : undefined;
}

type JudgedWaves = { readonly request: NumberedRequest; readonly waves: readonly ChangeWave[] };

async function judgeCalls(deps: ManagementDeps, { request, waves }: JudgedWaves) {
  const { prisma } = deps.database;
  const now = deps.clock();
  const proposal = await storedProposal(prisma, deps, request);
  const mutation = await waveMutationOf(prisma, request.orgId, proposal);
  const pair = await wavePairOf(prisma, request.orgId, mutation);
  if (!pair) return undefined;
  const rollout = await prisma.changeRollout.findUniqueOrThrow({
    where: { changeRequestId: request.id },
    include: { budget: { select: { isWanted: true } } },
  });
  const wave = runningWave(waves);
  const counting: Counting = { deps, request, pair };
  const before = figuresOf(await callsBefore(counting, waves));
  const startedAt = wave.startedAt ?? now;
  const windows: ComparedFigures[] = [];
  for (const from of startsOf(startedAt, now))
    windows.push({ ...(await callsSince(counting, from)), before });
  const rule = stored<HaltRule>(rollout.haltIf);
  const moved = await movedCount(prisma, { changeRequestId: request.id, newId: pair.successor.id });
  const failed = rule.budget === null ? 0 : await failuresOf(counting, { moved, windows, startedAt });
  const isWanted = rollout.budget?.isWanted ?? false;
  const verdict = verdictOf(
    { rule, windows, failed, isWanted },
    { startedAt, minutes: wave.minutes, moved },
    now,
  );
  const isFrozen = verdict.does === 'GO_ON' && (await frozen(deps, request));
  const waitsFor: WaitingFor | null = isFrozen ? 'FREEZE' : waitsForCalls(verdict) ? 'CALLS' : null;
  await prisma.changeWave.updateMany({
    where: { changeRequestId: request.id, number: wave.number, state: 'RUNNING' },
    data: { figures: toStore(windows[0]), waitsFor },
  });
  return isFrozen ? undefined : verdict;
}

const waitsForCalls = (verdict: ReturnType<typeof verdictOf>): boolean =>
  verdict.does === 'WATCH' && verdict.lacksCalls;

/** The beginnings of the windows that are judged: the wave, and its last minutes. Usage is kept by the minute. */
function startsOf(startedAt: Date, now: Date): Date[] {
  const first = Math.max(minuteOf(startedAt.getTime()), minuteOf(now.getTime() - WINDOW_MAX_MS));
  const recent = minuteOf(now.getTime() - RECENT_MS);
  return (recent > first ? [first, recent] : [first]).map((time) => new Date(time));
}

type Counting = {
  readonly deps: ManagementDeps;
  readonly request: NumberedRequest;
  readonly pair: WavePair;
};

type Counted = Pick<WaveCallsRequest, 'group' | 'from' | 'to'>;

function callsRequest(
  { request, pair: { catalog, old, successor } }: Counting,
  side: 'old' | 'successor',
  counted: Counted,
): WaveCallsRequest {
  const product = side === 'old' ? old : successor;
  const named = { orgId: request.orgId, catalog: catalog.name };
  return { ...named, product: versionedName(product), apis: apiNames(product), ...counted };
}

const callsOn = (counting: Counting, side: 'old' | 'successor', counted: Counted): Promise<WaveCalls> =>
  waveCalls(counting.deps.database, callsRequest(counting, side, counted));

async function callsSince(counting: Counting, from: Date) {
  const { deps, request, pair } = counting;
  const to = new Date(deps.clock().getTime() + MINUTE_MS);
  const group = { changeRequestId: request.id };
  const rest = { catalogProductId: pair.old.id };
  return {
    moved: figuresOf(await callsOn(counting, 'successor', { group, from, to })),
    rest: figuresOf(await callsOn(counting, 'old', { group: rest, from, to })),
  };
}

type Failures = {
  /** The number of subscriptions that were moved. */
  readonly moved: number;
  readonly windows: readonly ComparedFigures[];
  readonly startedAt: Date;
};

/** Counts what failed in a wave. Figures are of a sample where many were moved; a budget is of all. */
function failuresOf(counting: Counting, { moved, windows, startedAt }: Failures): Promise<number> | number {
  const [whole] = windows;
  if (whole && moved <= SAMPLE_MAX) return whole.moved.serverErrors + whole.moved.refused;
  const { deps, request } = counting;
  const [from = startedAt] = startsOf(startedAt, deps.clock());
  const to = new Date(deps.clock().getTime() + MINUTE_MS);
  return waveFailures(
    deps.database,
    callsRequest(counting, 'successor', { group: { changeRequestId: request.id }, from, to }),
  );
}

/** The calls of all that were moved, each in the hour before its wave. They are counted once, since minutes go. */
async function callsBefore(counting: Counting, waves: readonly ChangeWave[]): Promise<WaveCalls> {
  let sum = noCalls;
  for (const wave of waves) {
    const { startedAt, state } = wave;
    if (startedAt && (state === 'RUNNING' || state === 'DONE'))
      sum = addedCalls(sum, await callsBeforeWave(counting, { ...wave, startedAt }));
  }
  return sum;
}

async function callsBeforeWave(
  counting: Counting,
  { number, startedAt, before }: ChangeWave & { readonly startedAt: Date },
): Promise<WaveCalls> {
  const known = stored<WaveCalls | null>(before);
  if (known) return known;
  const { deps, request } = counting;
  const to = new Date(minuteOf(startedAt.getTime()));
  const from = new Date(to.getTime() - BEFORE_MS);
  const group = { changeRequestId: request.id, wave: number };
  const calls = await callsOn(counting, 'old', { group, from, to });
  await deps.database.prisma.changeWave.updateMany({
    where: { changeRequestId: request.id, number, startedAt },
    data: { before: toStore(calls) },
  });
  return calls;
}

async function frozen({ database, clock }: ManagementDeps, request: NumberedRequest): Promise<boolean> {
  const change = stored<ActionsInCatalog[]>(request.actions);
  const policies = await policiesOf(database.prisma, { orgId: request.orgId, change });
  return [...policies.values()].some(({ freezes }) => freezeAt(freezes, clock()));
}
