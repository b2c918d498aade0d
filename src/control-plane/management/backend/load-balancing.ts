import type { Sticky } from '../../../domain/backend/balancing.ts';
import type { HealthCheck, TargetHealth } from '../../../domain/backend/health-check.ts';
import { builder } from '../builder.ts';

const TargetHealthState = builder.enumType('TargetHealthState', {
  description: 'What health checks have found of a target.',
  values: {
    UNKNOWN: { description: 'Nothing yet. It gets calls.' },
    HEALTHY: { description: 'It answers as it should.' },
    UNHEALTHY: { description: 'It does not, and gets no calls while another target does.' },
  } as const,
});

export const TargetHealthRef = builder.objectRef<TargetHealth>('TargetHealth').implement({
  description: 'The health of a target, as one gateway finds it for all.',
  fields: (t) => ({
    state: t.field({
      type: TargetHealthState,
      description: 'What its checks have found.',
      resolve: ({ state }) => state,
    }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when.' }),
    fault: t.exposeString('fault', {
      nullable: true,
      description: 'Why it is unhealthy; null where it is not.',
    }),
  }),
});

export const StickyChoice = builder.enumType('StickyChoice', {
  description: 'What keeps the calls of a caller at one target.',
  values: {
    CLIENT: { description: 'Its credential; of an API that is open to everybody, its address.' },
    HEADER: { description: 'A header of the call. Calls without it are spread by weight.' },
  } as const,
});

export const StickyRef = builder.objectRef<Sticky>('Sticky').implement({
  description: 'What keeps the calls of a caller at one target.',
  fields: (t) => ({
    by: t.field({
      type: StickyChoice,
      description: 'What tells callers apart.',
      resolve: ({ by }) => by,
    }),
    header: t.string({
      nullable: true,
      description: 'Of HEADER: the header.',
      resolve: (sticky) => ('header' in sticky ? sticky.header : null),
    }),
  }),
});

export const HealthCheckRef = builder.objectRef<HealthCheck>('HealthCheck').implement({
  description: 'A regular GET request to each target, without credentials.',
  fields: (t) => ({
    path: t.exposeString('path', { description: "Path and query from the root of the target's host." }),
    intervalSeconds: t.exposeInt('intervalSeconds', { description: 'The time between two of them.' }),
    timeoutMs: t.exposeInt('timeoutMs', { description: 'How long an answer may take, in milliseconds.' }),
    healthyAfter: t.exposeInt('healthyAfter', {
      description: 'Good answers in a row that make an unhealthy target healthy.',
    }),
    unhealthyAfter: t.exposeInt('unhealthyAfter', {
      description: 'Failures in a row that make a healthy target unhealthy.',
    }),
    expectedStatus: t.exposeInt('expectedStatus', {
      nullable: true,
      description: 'The status of a good answer; null is 200 to 299.',
    }),
  }),
});
