import { securityTypeOf } from '../../../domain/api/security/types.ts';
import type { DecisionStep } from '../../../domain/call/decision-step.ts';
import { clientKeyInShort } from '../../../domain/consumer/client-key.ts';
import type { Refusal } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { secondsUntilReset } from '../accounting/limit-headers.ts';
import { stepNames } from '../admission/step-name.ts';
import type { Call, Stage } from '../call.ts';
import type { Candidate } from '../route/candidate.ts';
import { type KeyLocation, keyAt } from '../route/client-key.ts';

type Facts = DecisionStep['facts'];

const stages: readonly Stage[] = ['request', ...stepNames, 'forward'];

/**
 * Describes the gateway's decision on a refused call: each step, with its facts.
 *
 * Nothing is kept for it on the way, so that an admitted call pays nothing. No fact is a secret, or text of the
 * caller's.
 */
export function decisionOf(call: Call, refused: Refusal): DecisionStep[] {
  const last = stages.indexOf(call.stage);
  return stages.slice(0, last + 1).map((step, at) =>
    at < last
      ? { step, outcome: 'PASSED', facts: findings[step](call) }
      : {
          step,
          outcome: 'REFUSED',
          facts: { ...findings[step](call), ...withShortClientKey(refused.facts) },
        },
  );
}

/** Shortens a client key. The right to read decisions gives no right to call. */
function withShortClientKey(facts: Refusal['facts']): Facts {
  const clientKey = facts?.['clientKey'];
  return typeof clientKey === 'string' ? { ...facts, clientKey: clientKeyInShort(clientKey) } : { ...facts };
}

const nothing = (): Facts => ({});

const findings: Readonly<Record<Stage, (call: Call) => Facts>> = {
  request: ({ request: { httpVersion, rawHeaders } }) => ({ httpVersion, headers: rawHeaders.length / 2 }),
  loop: nothing,
  online: ({ route }) => ({ versionsOnline: route.candidates.filter(({ api }) => api.online).length }),
  client: clientFacts,
  token: ({ token }) =>
    token
      ? {
          scopes: [...token.scopes],
          issuedAt: new Date(token.issuedAt).toISOString(),
          expiresAt: new Date(token.expiresAt).toISOString(),
        }
      : {},
  application: ({ client }) => (client ? { suspended: client.application.suspended } : {}),
  subscription: ({ client, route }) =>
    client ? { subscriptions: subscriptionsOf(client, route.candidates) } : {},
  security: ({ chosen, candidates, token }) => ({
    versions: (chosen ? [chosen] : candidates).map(securityFacts),
    ...(token && { scopes: [...token.scopes] }),
  }),
  concurrency: ({ subscription }) => (subscription ? { max: subscription.plan.maxConcurrentCalls } : {}),
  operation: ({ request }) => ({ method: request.method }),
  bodySize: ({ request, chosen }) => ({
    contentLength: Number(request.headers['content-length'] ?? Number.NaN) || null,
    max: chosen?.api.maxRequestBytes ?? null,
  }),
  document: documentFacts,
  bounds: ({ document }) => {
    if (!document) return {};
    const { aliases, directives, rootFields } = document.measure;
    return { aliases, directives, rootFields };
  },
  depth: ({ document, subscription }) =>
    document ? { depth: document.measure.depth, max: subscription?.plan.maxGraphQLDepth ?? null } : {},
  cost: ({ document, subscription }) =>
    document ? { cost: document.measure.cost, max: subscription?.plan.maxGraphQLCost ?? null } : {},
  backend: nothing,
  rateLimit: limitFacts,
  costLimit: ({ charge, subscription, document }) =>
    charge && subscription?.plan.costLimit
      ? {
          plan: subscription.plan.name,
          cost: document?.measure.cost,
          ...subscription.plan.costLimit,
          remaining: charge.standing.remaining,
          resetsInSeconds: secondsUntilReset(charge.standing),
          counter: subscription.costKey,
        }
      : {},
  forward: ({ chosen }) => ({ ...chosen?.api.timeouts }),
};

function documentFacts({ document, chosen, subscription }: Call): Facts {
  if (chosen?.api.kind !== 'GRAPHQL') return {};
  const registeredOperationsOnly = subscription?.plan.registeredOperationsOnly ?? false;
  const { maxTokens, maxOperations, maxFragments } = chosen.api.documentBounds;
  return {
    maxTokens,
    maxOperations,
    maxFragments,
    registeredOperationsOnly,
    ...(document && { operation: document.measure.type }),
  };
}

function clientFacts(call: Call): Facts {
  const { client, token, tokenSent, route } = call;
  return {
    knownBy: clientKnownBy(call),
    tokenSent,
    keySent: route.keyPlaces.some((place) => keyAt(call, place) !== undefined),
    keyPlaces: route.keyPlaces.map(placeText),
    ...(client && { application: client.application.name }),
    ...(token && !client && { tokenClientIsOfCatalog: false }),
  };
}

function clientKnownBy({ client, token }: Call): 'ACCESS_TOKEN' | 'CLIENT_KEY' | 'API_KEY' | null {
  if (!client) return null;
  if (token) return 'ACCESS_TOKEN';
  return client.clientKey === null ? 'API_KEY' : 'CLIENT_KEY';
}

const placeText = ({ location, name }: Pick<KeyLocation, 'location' | 'name'>) =>
  `${location.toLowerCase()} ${name}`;

/** The subscription of the application to each product at the path. Other products are left out. */
function subscriptionsOf(
  { subscriptions, unapproved }: NonNullable<Call['client']>,
  candidates: readonly Candidate[],
): readonly object[] {
  return candidates.flatMap(({ api: { product } }) => {
    const state = subscriptions.has(product.id) ? 'ACTIVE' : unapproved.get(product.id);
    return state ? [{ product: versionedName(product), state }] : [];
  });
}

function securityFacts({ api }: Candidate): object {
  return {
    api: versionedName(api),
    online: api.online,
    waysIn: api.security.map(({ definition, scopes }) =>
      securityTypeOf(definition).facts(definition, scopes),
    ),
  };
}

function limitFacts({ standing, subscription }: Call): Facts {
  if (!standing || !subscription) return {};
  const { plan, limitKey } = subscription;
  return {
    plan: plan.name,
    limit: standing.limit,
    windowSeconds: plan.windowSeconds,
    remaining: standing.remaining,
    resetsInSeconds: secondsUntilReset(standing),
    counter: limitKey,
  };
}
