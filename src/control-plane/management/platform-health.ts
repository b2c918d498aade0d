import { builder } from './builder.ts';

type PlatformHealth = { readonly databaseMs: number; readonly limits: 'ALONE' | 'SHARED' | 'LOST' };

const LimitsCountingEnum = builder.enumType('LimitsCounting', {
  description: 'Where calls are counted against limits.',
  values: {
    ALONE: { description: 'In each process, as configured: there is no Redis.' },
    SHARED: { description: 'In Redis, for all processes together.' },
    LOST: { description: 'In each process, until Redis is back.' },
  } as const,
});

const PlatformHealthRef = builder.objectRef<PlatformHealth>('PlatformHealth').implement({
  description: 'The health of what the platform itself needs, as the process that answers sees it.',
  fields: (t) => ({
    databaseMs: t.exposeFloat('databaseMs', {
      description: 'Milliseconds that the smallest query of the database takes.',
    }),
    limits: t.expose('limits', {
      type: LimitsCountingEnum,
      description: 'Where calls are counted against limits.',
    }),
  }),
});

builder.queryField('platformHealth', (t) =>
  t.field({
    type: PlatformHealthRef,
    description: 'The health of the database and of Redis.',
    resolve: async (_root, _args, { database, limits }): Promise<PlatformHealth> => {
      const begun = performance.now();
      await database.query('SELECT 1', []);
      return { databaseMs: performance.now() - begun, limits: limits.status().counting };
    },
  }),
);
