import { isSameJson } from '../../foundation/json.ts';
import type { Compat } from '../api/compat.ts';
import { type Contract, contractDefaults } from '../api/contract.ts';
import { type Cors, corsDefaults } from '../api/cors.ts';
import { documentBoundNames } from '../api/document-bounds.ts';
import type { ErrorTemplate } from '../api/error-templates.ts';
import type { CostRule, GraphQLCosts } from '../api/graphql-costs.ts';
import type { Meter } from '../api/meters.ts';
import { documentHash, type RegisteredOperation } from '../api/registered-operations.ts';
import type { ResponseCache } from '../api/response-cache.ts';
import type { RequiredDefinition, SecurityRequirement } from '../api/security.ts';
import type { Transformation } from '../api/transformations.ts';
import type { Sticky } from '../backend/balancing.ts';
import { type HealthCheck, healthCheckBounds } from '../backend/health-check.ts';
import type { ApiDefinition, CatalogBackendDefinition } from './definition.ts';

export type Written = Readonly<Record<string, unknown>>;

/** Leaves out a member that equals its default. */
export function unlessDefault<T>(member: string, value: T, byDefault: T): Written {
  const isDefault = isEmptyList(byDefault) ? isEmptyList(value) : isSameJson(value, byDefault);
  return isDefault ? {} : { [member]: value };
}

/** Each API has several empty lists, which need no comparison. */
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Writes the settings of an API in the order in which people read them. A database keeps none. */
export function settingsWritten({
  timeouts,
  maxRequestBytes,
  cors,
  trustsHtml,
  meters = [],
  contract,
  mock,
  transformations = [],
  compat,
  responseCache,
  errorTemplates = [],
  operationSecurity = [],
  costs,
  schemaRefreshMinutes,
  documentBounds,
  registeredOperations = [],
}: ApiDefinition['settings']): Written {
  return {
    ...(timeouts && { timeouts: timeoutsWritten(timeouts) }),
    ...unlessDefault('maxRequestBytes', maxRequestBytes, undefined),
    ...(cors && { cors: corsWritten(cors) }),
    ...unlessDefault('trustsHtml', trustsHtml, undefined),
    ...unlessDefault('meters', meters.map(meterWritten), []),
    ...unlessDefault('mock', mock, undefined),
    ...(contract && { contract: contractWritten(contract) }),
    ...unlessDefault('transformations', transformations.map(transformationWritten), []),
    ...(compat && { compat: compatWritten(compat) }),
    ...(responseCache && { responseCache: responseCacheWritten(responseCache) }),
    ...unlessDefault('errorTemplates', errorTemplates.map(errorTemplateWritten), []),
    ...unlessDefault(
      'operationSecurity',
      operationSecurity.map(({ operation, security }) => ({
        operation,
        security: security.map(requirementWritten),
      })),
      [],
    ),
    ...(costs && { costs: costsWritten(costs) }),
    ...unlessDefault('schemaRefreshMinutes', schemaRefreshMinutes, undefined),
    ...(documentBounds && {
      documentBounds: Object.assign(
        {},
        ...documentBoundNames.map((name) => unlessDefault(name, documentBounds[name], undefined)),
      ),
    }),
    ...unlessDefault('registeredOperations', registeredOperations.map(operationWritten), []),
  };
}

/** Writes a security requirement: one definition in its short form. */
export function requirementWritten(requirement: SecurityRequirement): Written {
  const definitions =
    'all' in requirement ? { all: requirement.all.map(requiredWritten) } : requiredWritten(requirement);
  return { ...definitions, ...unlessDefault('condition', requirement.condition, undefined) };
}

const requiredWritten = ({ definition, scopes }: RequiredDefinition): Written => ({
  definition,
  ...unlessDefault<unknown>('scopes', scopes, []),
});

/** Writes a back-end in a catalog. Secrets are written by their names. */
export function backendWritten({ name, targets, credentials, ...rest }: CatalogBackendDefinition): Written {
  return {
    name,
    targets: targets.map(({ url, weight, drained }) => ({
      url,
      ...unlessDefault('weight', weight, 1),
      ...unlessDefault('drained', drained, false),
    })),
    ...unlessDefault<unknown>('credentials', credentialsWritten(credentials), { type: 'NONE' }),
    ...unlessDefault(
      'headers',
      rest.headers.map((header) => ({ name: header.name, value: header.value })),
      [],
    ),
    ...unlessDefault('timeouts', timeoutsWritten(rest.timeouts), {}),
    ...(rest.tls && {
      tls: Object.assign(
        {},
        unlessDefault('certificate', rest.tls.certificate, null),
        unlessDefault('key', rest.tls.key, null),
        unlessDefault('authorities', rest.tls.authorities, null),
      ),
    }),
    ...(rest.healthCheck && { healthCheck: healthCheckWritten(rest.healthCheck) }),
    ...(rest.sticky && { sticky: stickyWritten(rest.sticky) }),
    ...unlessDefault('slowStartSeconds', rest.slowStartSeconds, undefined),
  };
}

function healthCheckWritten({ path, expectedStatus, ...check }: HealthCheck): Written {
  const { intervalSeconds, timeoutMs, healthyAfter, unhealthyAfter } = healthCheckBounds;
  return {
    path,
    ...unlessDefault<number>('intervalSeconds', check.intervalSeconds, intervalSeconds.byDefault),
    ...unlessDefault<number>('timeoutMs', check.timeoutMs, timeoutMs.byDefault),
    ...unlessDefault<number>('healthyAfter', check.healthyAfter, healthyAfter.byDefault),
    ...unlessDefault<number>('unhealthyAfter', check.unhealthyAfter, unhealthyAfter.byDefault),
    ...unlessDefault('expectedStatus', expectedStatus, null),
  };
}

const stickyWritten = (sticky: Sticky): Written =>
  sticky.by === 'HEADER' ? { by: sticky.by, header: sticky.header } : { by: sticky.by };

function credentialsWritten(credentials: CatalogBackendDefinition['credentials']): Written {
  if (credentials.type === 'NONE') return { type: 'NONE' };
  const { type, secret } = credentials;
  switch (type) {
    case 'BASIC':
      return { type, username: credentials.username, secret };
    case 'HMAC_SIGNATURE':
      return { type, secret };
    case 'OAUTH2_CLIENT_CREDENTIALS':
    case 'OAUTH2_TOKEN_EXCHANGE': {
      const { tokenUrl, clientId, scopes, audience } = credentials;
      return {
        type,
        tokenUrl,
        clientId,
        secret,
        ...unlessDefault<unknown>('scopes', scopes, []),
        ...unlessDefault('audience', audience, null),
      };
    }
    default:
      return { type, name: credentials.name, secret };
  }
}

function timeoutsWritten(timeouts: CatalogBackendDefinition['timeouts']): Written {
  return {
    ...unlessDefault('connectMs', timeouts.connectMs, undefined),
    ...unlessDefault('answerMs', timeouts.answerMs, undefined),
    ...unlessDefault('idleMs', timeouts.idleMs, undefined),
    ...unlessDefault('callMs', timeouts.callMs, undefined),
  };
}

function operationWritten({ id, document }: RegisteredOperation): Written {
  return { ...unlessDefault('id', id, documentHash(document)), document };
}

function meterWritten({ name, operations, pointer, header, expression }: Meter): Written {
  return {
    name,
    ...unlessDefault<unknown>('operations', operations, []),
    ...unlessDefault('pointer', pointer, undefined),
    ...unlessDefault('header', header, undefined),
    ...unlessDefault('expression', expression, undefined),
  };
}

function transformationWritten({ on, operations, condition, ...action }: Transformation): Written {
  return {
    on,
    ...unlessDefault<unknown>('operations', operations, []),
    ...unlessDefault('condition', condition, undefined),
    ...action,
  };
}

function compatWritten({ of, request, answer }: Compat): Written {
  const written = (steps: Compat['request']) =>
    steps.map(transformationWritten).map(({ on: _, ...step }) => step);
  return {
    of,
    ...unlessDefault('request', written(request), []),
    ...unlessDefault('answer', written(answer), []),
  };
}

const responseCacheWritten = ({ operations, seconds, authorized }: ResponseCache): Written => ({
  ...unlessDefault<unknown>('operations', operations, []),
  ...unlessDefault('seconds', seconds, undefined),
  ...unlessDefault('authorized', authorized, undefined),
});

const errorTemplateWritten = ({ codes, contentType, body }: ErrorTemplate): Written => ({
  ...unlessDefault<unknown>('codes', codes, []),
  contentType,
  body,
});

function contractWritten({ requests, answers, sample }: Contract): Written {
  return {
    ...unlessDefault<string>('requests', requests, contractDefaults.requests),
    ...unlessDefault<string>('answers', answers, contractDefaults.answers),
    ...unlessDefault('sample', sample, contractDefaults.sample),
  };
}

function corsWritten({ allowedOrigins, ...cors }: Cors): Written {
  return {
    allowedOrigins,
    ...unlessDefault<unknown>('allowedHeaders', cors.allowedHeaders, corsDefaults.allowedHeaders),
    ...unlessDefault<unknown>('exposedHeaders', cors.exposedHeaders, corsDefaults.exposedHeaders),
    ...unlessDefault('maxAgeSeconds', cors.maxAgeSeconds, corsDefaults.maxAgeSeconds),
    ...unlessDefault('allowCredentials', cors.allowCredentials, corsDefaults.allowCredentials),
  };
}

function costsWritten({ assumedListSize, rules = [] }: GraphQLCosts): Written {
  return {
    ...unlessDefault('assumedListSize', assumedListSize, undefined),
    ...unlessDefault('rules', rules.map(costRuleWritten), []),
  };
}

function costRuleWritten({ at, weight, assumedSize, ...rule }: CostRule): Written {
  return {
    at,
    ...unlessDefault('weight', weight, undefined),
    ...unlessDefault('assumedSize', assumedSize, undefined),
    ...unlessDefault('slicingArguments', rule.slicingArguments, undefined),
    ...unlessDefault('requireOneSlicingArgument', rule.requireOneSlicingArgument, undefined),
    ...unlessDefault('sizedFields', rule.sizedFields, undefined),
  };
}
