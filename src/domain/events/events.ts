import { refuse } from '../../foundation/errors.ts';

/**
 * Events of streams and webhooks, each with a description. The migration `webhooks` has the triggers that write them.
 */
export const eventTypes = {
  PRODUCT_LIFECYCLE:
    'A product in a catalog changed its state: `{ from, to }`; null is "not in the catalog".',
  SUBSCRIPTION:
    'A subscription was CREATED, CHANGED or ENDED: `{ change, id, state, product, plan }`, as they are now.',
  CREDENTIAL:
    'A credential was CREATED, DELETED or had a SECRET_RESET, or an API key was created (KEY_CREATED), got another end (KEY_ENDS) or was deleted (KEY_DELETED): `{ change, id, title }`; never a key.',
  API_ONLINE_STATE: 'An API of a product went online or offline: `{ online, product }`.',
  GRAPHQL_SERVER_STATE: 'A GraphQL server of the org changed its state: `{ from, to }`; null is "none".',
  GRAPHQL_SCHEMA:
    'The schema of a GraphQL API: `{ change }`, which is CHANGED, HELD (a refresh would break callers) or FAILED (the server could not be asked).',
  BACKEND_HEALTH:
    'A target of a back-end became unhealthy, or healthy again: `{ target, from, to, fault }`; the fault says why.',
} as const;

export type EventType = keyof typeof eventTypes;

/** The events that a consumer can follow. */
export const consumerEventTypes = [
  'PRODUCT_LIFECYCLE',
  'SUBSCRIPTION',
  'CREDENTIAL',
  'API_ONLINE_STATE',
] as const satisfies readonly EventType[];

/**
 * Reads an event's id. The stream continues after it.
 *
 * @throws BAD_USER_INPUT when the text is no id
 */
export function readEventId(id: string): bigint {
  if (/^\d{1,18}$/.test(id)) return BigInt(id);
  return refuse('BAD_USER_INPUT', { detail: 'after is no event: give the id of one.', path: ['after'] });
}
