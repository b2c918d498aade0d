import { refuse } from '../../foundation/errors.ts';

/** An event, in words of the APIs. They describe what its `detail` holds. */
type DescribedEvent = { readonly description: string };

/** Events of streams and webhooks. Triggers write them (docs/internals/triggers.md). */
export const eventTypes = {
  PRODUCT_LIFECYCLE: {
    description: 'A product in a catalog changed its state: `{ from, to }`; null is "not in the catalog".',
  },
  SUBSCRIPTION: {
    description:
      'A subscription was CREATED, CHANGED or ENDED, its own limits were set or taken back (LIMITS_CHANGED), or another plan, `plan`, was requested (PLAN_REQUESTED) or refused (PLAN_REJECTED): `{ change, id, state, product, plan }`, as they are now. A rejection has its `reason`, too, which is null where none was given.',
  },
  LIMIT_ALERT: {
    description:
      'A subscription has used 80 or 100 % of what a limit by the day, week or month allows: `{ share, limit, endsAt, id, product, plan }`. Each is told once a window.',
  },
  USAGE_ALERT: {
    description:
      'The calls of a subscription are many times more than usual (SPIKE), or there are none any more (SILENCE): `{ kind, since, calls, usual, id, product, plan }`. `usual` is the most calls in the same hour of the last seven days, or the fewest in one of the seven days before a silence. It is told where the catalog has `usageAlerts`, once for each.',
  },
  CREDENTIAL_ENDING: {
    description:
      'A client secret or an API key ends in some days, or has ended (0 days): `{ days, kind, endsAt, id, title }`, where the kind is SECRET or API_KEY. It is told on the first day of notice, 7 and 1 days before and at the end, each once; never a key.',
  },
  CREDENTIAL: {
    description:
      'A credential was CREATED, DELETED or had a SECRET_RESET, or an API key was created (KEY_CREATED), got another end (KEY_ENDS) or was deleted (KEY_DELETED): `{ change, id, title }`; never a key.',
  },
  API_ONLINE_STATE: {
    description: 'An API of a product went online or offline: `{ online, product }`.',
  },
  API_CHANGED: {
    description:
      'An API of a product that serves got another document, or asks its callers for something else (`security` is true): `{ product, kind, security, added, removed, changed }`. The lists name operations of an OpenAPI document, at most 20 each.',
  },
  SUNSET: {
    description:
      'A deprecated product stops answering in 30, 7 or 1 days: `{ days, sunsetAt }`. Each is told once, where the product was deprecated before.',
  },
  MESSAGE: {
    description:
      'The provider has written to subscribers of a product: `{ campaign, product, plan, title, text, asksAcknowledgement }`. The plan is null where it is for all.',
  },
  GRAPHQL_SERVER_STATE: {
    description: 'A GraphQL server of the org changed its state: `{ from, to }`; null is "none".',
  },
  GRAPHQL_SCHEMA: {
    description:
      'The schema of a GraphQL API: `{ change }`, which is CHANGED, HELD (a refresh would break callers) or FAILED (the server could not be asked).',
  },
  CHANGE_REQUEST: {
    description:
      'A change request was proposed, or got another state: `{ number, state, mutation, about, by, title, halt, reason }`. The subject is its number; `halt` says why it is HALTED, `reason` why it is REJECTED.',
  },
  CHANGE_WAVE: {
    description:
      'A wave of a change request began (RUNNING), was watched long enough (DONE), or was halted (TAKEN_BACK): `{ number, wave, state, moved, mutation, about, title }`. The subject is the number of the request; `moved` is how many subscriptions the wave moved.',
  },
  CONTRACT_DRIFT: {
    description:
      'Calls of an API break its document, in a way that was not told of for a day: `{ side, operation, pointer, keyword, calls, firstAt }`. The side is REQUEST or ANSWER; the pointer leads into path, query, header, status or body.',
  },
  REHEARSAL: {
    description:
      'A rehearsal of a product is DONE, or was STOPPED: `{ id, state, old, differences }`. The subject is the new product; `differences` is how many ways it answered otherwise in.',
  },
  BACKEND_HEALTH: {
    description:
      'A target of a back-end became unhealthy, or healthy again: `{ target, from, to, fault }`; the fault says why.',
  },
  WEBHOOK_DISABLED: {
    description:
      'A webhook of a consumer org was switched off, since it failed for long: `{ id, since }`. The subject names the consumer org and the host.',
  },
  APPLICATION_STATE: {
    description:
      'An application was suspended, or enabled again: `{ state, reason }`. The reason is null where none was given.',
  },
} as const satisfies Readonly<Record<string, DescribedEvent>>;

export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventType[];

/** The events that a consumer can follow. */
export const consumerEventTypes = [
  'PRODUCT_LIFECYCLE',
  'SUBSCRIPTION',
  'LIMIT_ALERT',
  'CREDENTIAL_ENDING',
  'CREDENTIAL',
  'API_ONLINE_STATE',
  'API_CHANGED',
  'SUNSET',
  'APPLICATION_STATE',
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
