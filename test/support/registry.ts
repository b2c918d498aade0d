import type { Outbound } from '../../src/infrastructure/outbound/outbound.ts';
import { Registries } from '../../src/infrastructure/user-registries/registries.ts';

/** Local users of worlds without a database: there are none. */
export const noLocalUsers = {
  authenticate: async () => undefined,
  passwordChangedAt: async () => undefined,
  changePassword: async () => {},
};

/** The identity of a registry that is not stored. */
export const someRegistry = { id: 'registry', orgId: 'acme' } as const;

/** User registries of worlds without a database. */
export const registriesOver = (outbound: Outbound) => new Registries({ outbound, localUsers: noLocalUsers });
