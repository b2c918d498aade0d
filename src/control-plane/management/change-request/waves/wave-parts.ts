import {
  type CallFigures,
  type ComparedFigures,
  endOfWave,
  haltCauseNames,
  haltCauses,
} from '../../../../domain/change-request/halt-rule.ts';
import {
  type WaitingFor,
  type WaveState,
  waveStateNames,
  waveStates,
  waveWaitNames,
  waveWaits,
} from '../../../../domain/change-request/wave-states.ts';
import { describedValues } from '../../../../graphql/schema/described-values.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { builder } from '../../builder.ts';
import type { Halt } from '../request-parts.ts';

const CauseEnum = builder.enumType('HaltCause', {
  description: 'Why waves were halted.',
  values: describedValues(haltCauseNames, (cause) => haltCauses[cause]),
});

export const ChangeHaltRef = builder.objectRef<Halt>('ChangeHalt').implement({
  description: 'How waves were halted.',
  fields: (t) => ({
    cause: t.expose('cause', { type: CauseEnum, description: 'Why.' }),
    message: t.exposeString('message', { description: 'The same in a sentence, with figures.' }),
    wave: t.exposeInt('wave', { description: 'The wave that was watched.' }),
    takenBack: t.exposeInt('takenBack', {
      description: 'How many subscriptions are on their old plans again.',
    }),
    restored: t.exposeBoolean('isRestored', {
      description:
        'Is the new version as it was before, too? It stays published where somebody else has subscribed to it, or changed it.',
    }),
  }),
});

const CallFiguresRef = builder.objectRef<CallFigures>('CallFigures').implement({
  description:
    'Calls of a group of subscriptions in a time; of a large group, those of 2,000 of them, which are the same each time.',
  fields: (t) => ({
    calls: t.exposeFloat('calls', { description: 'All calls.' }),
    serverErrors: t.exposeFloat('serverErrors', { description: 'Those that failed with 5xx.' }),
    clientErrors: t.exposeFloat('clientErrors', {
      description: 'Those that the back-end answered with 4xx.',
    }),
    refused: t.exposeFloat('refused', {
      description: 'Those that the gateway refused, by a limit too.',
    }),
    p95Ms: t.exposeFloat('p95Ms', {
      nullable: true,
      description:
        'Milliseconds that 95 of 100 calls that were not refused took at most, from a histogram; null where there was none.',
    }),
  }),
});

const ComparedFiguresRef = builder.objectRef<ComparedFigures>('WaveFigures').implement({
  description: 'The calls by which a wave is judged.',
  fields: (t) => ({
    moved: t.field({
      type: CallFiguresRef,
      description: 'All subscriptions that were moved, on the new version, since the wave began.',
      resolve: ({ moved }) => moved,
    }),
    rest: t.field({
      type: CallFiguresRef,
      description: 'The subscriptions on the old version, in the same time.',
      resolve: ({ rest }) => rest,
    }),
    before: t.field({
      type: CallFiguresRef,
      description: 'The moved ones on the old version, each in the hour before it was moved.',
      resolve: ({ before }) => before,
    }),
  }),
});

const WaveStateEnum = builder.enumType('ChangeWaveState', {
  description: 'How far a wave is.',
  values: describedValues(waveStateNames, (state) => waveStates[state]),
});

const WaveWaitEnum = builder.enumType('ChangeWaveWait', {
  description: 'What a wave waits for whose time is over.',
  values: describedValues(waveWaitNames, (wait) => waveWaits[wait]),
});

export const ChangeWaveRef = builder.prismaObject('ChangeWave', {
  description: 'A wave of a change request: whose subscriptions move together, and what came of it.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Counts from 1.' }),
    percent: t.exposeFloat('percent', {
      nullable: true,
      description: 'The share of all subscriptions; null where they are named alone.',
    }),
    subscriptions: t.exposeIDList('subscriptions', { description: 'The subscriptions that it names.' }),
    applications: t.exposeStringList('applications', {
      description: 'The applications that it names, `consumerOrg/application` each.',
    }),
    consumerOrgs: t.exposeStringList('consumerOrgs', {
      description: 'The consumer orgs that it names.',
    }),
    groups: t.exposeStringList('groups', {
      description: 'The groups of consumer orgs that it names.',
    }),
    minutes: t.exposeInt('minutes', { description: 'How long it is watched.' }),
    state: t.field({
      type: WaveStateEnum,
      description: 'How far it is.',
      select: { state: true },
      resolve: ({ state }) => state as WaveState,
    }),
    moved: t.exposeInt('moved', { description: 'How many subscriptions it moved.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it began; null before.',
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it has been watched long enough, while it runs.',
      select: { startedAt: true, minutes: true, state: true },
      resolve: ({ startedAt, minutes, state }) =>
        startedAt && state === 'RUNNING' ? endOfWave({ startedAt, minutes }) : null,
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was done or halted; null before.',
    }),
    waitsFor: t.field({
      type: WaveWaitEnum,
      nullable: true,
      description: 'What it waits for, where its time is over.',
      select: { waitsFor: true },
      resolve: ({ waitsFor }) => waitsFor as WaitingFor | null,
    }),
    figures: t.field({
      type: ComparedFiguresRef,
      nullable: true,
      description: 'The calls as they were judged last; null before that.',
      select: { figures: true },
      resolve: ({ figures }) => stored<ComparedFigures | null>(figures),
    }),
  }),
});
