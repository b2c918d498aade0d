import { type HaltRule, haltRuleDefault, haltRuleFrom } from '../../../../domain/change-request/halt-rule.ts';
import { type Wave, wavesFrom } from '../../../../domain/change-request/waves.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { builder } from '../../builder.ts';

export const WaveInput = builder.inputType('WaveInput', {
  description:
    'Whose subscriptions are on the new version once the wave has begun, besides those of the waves before: those that it names, and as many others as its share lacks.',
  fields: (t) => ({
    percent: t.float({
      description:
        'The share of all subscriptions, from above 0 to 100. Which they are follows from their ids and the change.',
    }),
    subscriptions: t.idList({ description: 'Subscriptions by their ids.' }),
    applications: t.stringList({ description: 'Applications, `consumerOrg/application` each.' }),
    consumerOrgs: t.stringList({ description: 'All subscriptions of consumer orgs, by their names.' }),
    groups: t.stringList({
      description: 'All subscriptions of the consumer orgs in groups, by the names of the groups.',
    }),
    minutes: t.int({
      description:
        'How long it is watched before the next one begins, or the change is done: 1 to 10080. 60 unless given; of the last wave 0, which does not watch it.',
    }),
  }),
});

const WithoutCalls = builder.enumType('WithoutCalls', {
  description: 'What becomes of a wave whose time is over with too few calls to judge it.',
  values: {
    WAIT: { description: 'It waits for calls; after seven days it is halted.' },
    GO_ON: { description: 'The next wave begins.' },
  } as const,
});

export const HaltIfInput = builder.inputType('HaltIfInput', {
  description:
    'When waves are halted and taken back. Shares are of all calls: 0.02 is 2 in a hundred. Null never halts.',
  fields: (t) => ({
    serverErrors: t.float({
      defaultValue: haltRuleDefault.serverErrors,
      description: 'The share that may fail with 5xx, besides as many as of those who are compared.',
    }),
    clientErrors: t.float({
      defaultValue: haltRuleDefault.clientErrors,
      description: 'The same of calls that the back-end answers with 4xx.',
    }),
    refused: t.float({
      defaultValue: haltRuleDefault.refused,
      description: 'The same of calls that the gateway refuses, by a limit too.',
    }),
    p95: t.float({
      defaultValue: haltRuleDefault.p95,
      description: 'How many times as long as those who are compared 95 of 100 calls may take.',
    }),
    minimumCalls: t.int({
      defaultValue: haltRuleDefault.minimumCalls,
      description: 'Calls from which on shares and times are judged; whoever has fewer is not compared with.',
    }),
    budget: t.int({
      description:
        'How many calls of a wave may fail with 5xx or be refused at most, from 1 to 1000000. No more than these are under way on the new version at once; the old one serves the others.',
    }),
    withoutCalls: t.field({
      type: WithoutCalls,
      defaultValue: haltRuleDefault.withoutCalls,
      description: 'What becomes of a wave whose time is over with fewer calls than `minimumCalls`.',
    }),
  }),
});

export const HaltIfRef = builder.objectRef<HaltRule>('HaltIf').implement({
  description: 'When waves are halted and taken back.',
  fields: (t) => ({
    serverErrors: t.exposeFloat('serverErrors', {
      nullable: true,
      description: 'The share that may fail with 5xx, besides as many as of those who are compared.',
    }),
    clientErrors: t.exposeFloat('clientErrors', {
      nullable: true,
      description: 'The same of calls that the back-end answers with 4xx.',
    }),
    refused: t.exposeFloat('refused', {
      nullable: true,
      description: 'The same of calls that the gateway refuses.',
    }),
    p95: t.exposeFloat('p95', {
      nullable: true,
      description: 'How many times as long as those who are compared 95 of 100 calls may take.',
    }),
    minimumCalls: t.exposeInt('minimumCalls', {
      description: 'Calls from which on shares and times are judged.',
    }),
    budget: t.exposeInt('budget', { nullable: true, description: 'How many calls of a wave may fail.' }),
    withoutCalls: t.expose('withoutCalls', {
      type: WithoutCalls,
      description: 'What becomes of a wave whose time is over with too few calls.',
    }),
  }),
});

/** The waves of a proposal, and when they halt. */
export type WavePlan = { readonly waves: readonly Wave[]; readonly haltIf: HaltRule };

/** Mutations that can move subscriptions in waves, and why the last moves all. */
const inWaves: Readonly<Record<string, { readonly movesAllSince?: string }>> = {
  supersedeProduct: {},
  replaceProduct: { movesAllSince: 'The old version is retired in the end' },
  migrateSubscriptions: { movesAllSince: 'All that were reviewed move in the end' },
};

type WavesInput = {
  readonly waves?: readonly (typeof WaveInput.$inferInput)[] | null | undefined;
  readonly haltIf?: typeof HaltIfInput.$inferInput | null | undefined;
};

/** Reads the waves of a proposal; null where it has none. @throws BAD_USER_INPUT */
export function wavePlanOf({ waves, haltIf }: WavesInput, mutation: string): WavePlan | null {
  if (waves == null) {
    if (haltIf != null)
      refuse('BAD_USER_INPUT', {
        detail: 'haltIf is of waves: give them too.',
        path: ['input', 'haltIf'],
      });
    return null;
  }
  const path = ['input', 'waves'];
  const kind = inWaves[mutation];
  if (!kind)
    return refuse('BAD_USER_INPUT', {
      detail: `${mutation} moves nobody in waves: supersedeProduct, replaceProduct and migrateSubscriptions do.`,
      path,
    });
  return {
    waves: wavesFrom({ drafts: waves, ...kind, path }),
    haltIf: haltRuleFrom(haltIf ?? {}, ['input', 'haltIf']),
  };
}
