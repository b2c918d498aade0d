import { createHash } from 'node:crypto';
import { type InputPath, refuse } from '../../foundation/errors.ts';

/** A wave of a change. It says whose subscriptions are on the new version once it has begun. */
export type Wave = {
  /** The share of all subscriptions, from above 0 to 100. Null where they are named alone. */
  readonly percent: number | null;
  readonly subscriptions: readonly string[];
  /** `consumerOrg/application` */
  readonly applications: readonly string[];
  readonly consumerOrgs: readonly string[];
  /** Groups of consumer orgs. */
  readonly groups: readonly string[];
  /** The time that it is watched before the next one begins. */
  readonly minutes: number;
};

/** A wave as the management API takes it. */
export type WaveDraft = { readonly [Member in keyof Wave]?: Wave[Member] | null | undefined };

const WAVES_MAX = 10;
const WAVE_MINUTES_DEFAULT = 60;
const WAVE_MINUTES_MAX = 7 * 24 * 60;
const NAMED_MAX = 1_000;
const NAME_LENGTH_MAX = 200;

type WavesInput = {
  readonly drafts: readonly WaveDraft[];
  /** The reason that all have to move in the end, if they have to. */
  readonly movesAllSince?: string;
  readonly path: InputPath;
};

/**
 * Checks and completes waves. Each contains the ones before, so their shares rise.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function wavesFrom({ drafts, movesAllSince, path }: WavesInput): Wave[] {
  if (drafts.length === 0 || drafts.length > WAVES_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `There are ${drafts.length} waves: give 1 to ${WAVES_MAX}.`,
      path,
    });
  const last = drafts.length - 1;
  const waves = drafts.map((draft, index) =>
    waveFrom(draft, { isLast: index === last, path: [...path, index] }),
  );
  let share = 0;
  for (const [index, { percent }] of waves.entries()) {
    if (percent === null) continue;
    if (percent <= share)
      refuse('BAD_USER_INPUT', {
        detail: `A wave contains the ones before: ${percent} % is not more than ${share} %.`,
        path: [...path, index, 'percent'],
      });
    share = percent;
  }
  if (movesAllSince !== undefined && waves.at(-1)?.percent !== 100)
    refuse('BAD_USER_INPUT', {
      detail: `${movesAllSince}: the last wave has 100 percent.`,
      path: [...path, last, 'percent'],
    });
  return waves;
}

type WavePlace = { readonly isLast: boolean; readonly path: InputPath };

function waveFrom(draft: WaveDraft, { isLast, path }: WavePlace): Wave {
  const { percent = null } = draft;
  if (percent !== null && !(percent > 0 && percent <= 100))
    refuse('BAD_USER_INPUT', {
      detail: `percent is ${percent}: give a number above 0, at most 100.`,
      path: [...path, 'percent'],
    });
  const minutes = draft.minutes ?? (isLast ? 0 : WAVE_MINUTES_DEFAULT);
  if (minutes < (isLast ? 0 : 1) || minutes > WAVE_MINUTES_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `minutes is ${minutes}: give ${isLast ? 0 : 1} to ${WAVE_MINUTES_MAX}.`,
      path: [...path, 'minutes'],
    });
  const names = namesFrom(draft, path);
  if (percent === null && Object.values(names).every((list) => list.length === 0))
    refuse('BAD_USER_INPUT', {
      detail: 'The wave is empty: give percent, subscriptions, applications, consumerOrgs or groups.',
      path,
    });
  return { percent, ...names, minutes };
}

function namesFrom(draft: WaveDraft, path: InputPath) {
  const [subscriptions = [], applications = [], consumerOrgs = [], groups = []] = (
    ['subscriptions', 'applications', 'consumerOrgs', 'groups'] as const
  ).map((member) => {
    const names = [...new Set(draft[member] ?? [])];
    if (names.length > NAMED_MAX || names.some((name) => name === '' || name.length > NAME_LENGTH_MAX))
      refuse('BAD_USER_INPUT', {
        detail: `${member} has at most ${NAMED_MAX} names of 1 to ${NAME_LENGTH_MAX} characters.`,
        path: [...path, member],
      });
    return names;
  });
  return { subscriptions, applications, consumerOrgs, groups };
}

/** A subscription that a wave can take. */
export type WaveCandidate = {
  readonly id: string;
  readonly consumerOrg: string;
  readonly application: string;
  /** The groups of its consumer org. */
  readonly groups: readonly string[];
};

type Selection = {
  readonly wave: Pick<Wave, 'percent' | 'subscriptions' | 'applications' | 'consumerOrgs' | 'groups'>;
  /** The number of subscriptions that the waves before have moved. */
  readonly moved: number;
  /** The subscriptions that are still to move. */
  readonly rest: readonly WaveCandidate[];
  /** The change. Each has an order of its own, so that not the same consumers come first each time. */
  readonly salt: string;
};

/**
 * Chooses the subscriptions that a wave moves. It names some, and takes as many others as its share lacks. The others
 * come in an order of their ids and the change, so that each process chooses the same, at any time.
 *
 * @returns their ids
 */
export function chosenOf({ wave, moved, rest, salt }: Selection): string[] {
  const ids = new Set(wave.subscriptions);
  const applications = new Set(wave.applications);
  const consumerOrgs = new Set(wave.consumerOrgs);
  const inGroups = new Set(wave.groups);
  const isNamed = ({ id, consumerOrg, application, groups }: WaveCandidate) =>
    ids.has(id) ||
    consumerOrgs.has(consumerOrg) ||
    applications.has(`${consumerOrg}/${application}`) ||
    groups.some((group) => inGroups.has(group));
  const named = rest.filter(isNamed).map(({ id }) => id);
  const share = Math.ceil(((moved + rest.length) * (wave.percent ?? 0)) / 100);
  const lacking = share - moved - named.length;
  if (lacking <= 0) return named;
  const others = rest.filter((each) => !isNamed(each)).map(({ id }) => ({ id, rank: rankOf(salt, id) }));
  others.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return [...named, ...others.slice(0, lacking).map(({ id }) => id)];
}

const rankOf = (salt: string, id: string): string =>
  createHash('sha256').update(`${salt} ${id}`).digest('hex');

/** The names of a wave that no subscription has. */
export function unknownNames(wave: Wave, all: readonly WaveCandidate[]): string[] {
  const known = new Set(
    all.flatMap(({ id, consumerOrg, application, groups }) => [
      `s ${id}`,
      `a ${consumerOrg}/${application}`,
      `o ${consumerOrg}`,
      ...groups.map((group) => `g ${group}`),
    ]),
  );
  return [
    ...wave.subscriptions.filter((name) => !known.has(`s ${name}`)),
    ...wave.applications.filter((name) => !known.has(`a ${name}`)),
    ...wave.consumerOrgs.filter((name) => !known.has(`o ${name}`)),
    ...wave.groups.filter((name) => !known.has(`g ${name}`)),
  ];
}
