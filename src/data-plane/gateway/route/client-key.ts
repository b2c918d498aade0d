import type { IncomingMessage } from 'node:http';
import { type ApiKeyDefinition, defaultKeyName, kindOf } from '../../../domain/api/security/api-key.ts';
import type { SecurityDefinition } from '../../../domain/api/security/types.ts';
import type { RequestTarget } from '../../../http/ingress/request-target.ts';
import type { Candidate } from './candidate.ts';

/** The location of a client id or an API key. Header names are in lower case. */
export type KeyLocation = {
  readonly location: ApiKeyDefinition['keyLocation'];
  readonly name: string;
  readonly carries: 'CLIENT_ID' | 'API_KEY';
};

export function keyLocationOf(definition: ApiKeyDefinition): KeyLocation {
  const { keyLocation, keyName } = definition;
  return {
    location: keyLocation,
    name: keyLocation === 'HEADER' ? keyName.toLowerCase() : keyName,
    carries: kindOf(definition) === 'KEY' ? 'API_KEY' : 'CLIENT_ID',
  };
}

/** The header of the client id where no definition says another, and beside HTTP Basic. */
export const clientIdHeader: KeyLocation = {
  location: 'HEADER',
  name: defaultKeyName.toLowerCase(),
  carries: 'CLIENT_ID',
};

/**
 * The locations of client ids and API keys of these versions.
 *
 * Where none defines a location, X-Client-Id still names the client, so that a known client without a token is told
 * that the token is missing. Nothing is read for APIs that are open to everybody.
 */
export function keyLocationsOf(candidates: readonly Candidate[]): KeyLocation[] {
  const locations = new Map<string, KeyLocation>();
  for (const definition of candidates.flatMap(({ definitions }) => definitions)) {
    const location = locationFor(definition);
    if (location) locations.set(`${location.carries} ${location.location} ${location.name}`, location);
  }
  if (locations.size === 0 && candidates.some(({ definitions }) => definitions.length > 0))
    return [clientIdHeader];
  return [...locations.values()];
}

function locationFor(definition: SecurityDefinition): KeyLocation | undefined {
  if (definition.type === 'API_KEY') return keyLocationOf(definition);
  return definition.type === 'HTTP_BASIC' ? clientIdHeader : undefined;
}

type KeyedRequest = { readonly request: IncomingMessage; readonly target: RequestTarget };

/** The client id or API key at a location; undefined unless there is exactly one. */
export function keyAt(
  { request, target }: KeyedRequest,
  { location, name }: KeyLocation,
): string | undefined {
  if (location === 'QUERY') return parameterOf(target.query, name);
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function parameterOf(query: string, name: string): string | undefined {
  const values = parameters(query).filter((each) => nameIn(each) === name);
  return values.length === 1
    ? decoded(values[0]?.slice((values[0] ?? '').indexOf('=') + 1) ?? '')
    : undefined;
}

/** Removes client ids and API keys from the query. They are the gateway's, not the back-end's. */
export function withoutKeys(query: string, locations: readonly KeyLocation[]): string {
  return withoutParameters(
    query,
    locations.flatMap(({ location, name }) => (location === 'QUERY' ? [name] : [])),
  );
}

/** Removes parameters from a query by their names. */
export function withoutParameters(query: string, names: readonly string[]): string {
  if (query === '' || names.length === 0) return query;
  const kept = parameters(query).filter((each) => !names.includes(nameIn(each)));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

const parameters = (query: string) => query.slice(1).split('&');
const nameIn = (parameter: string) => decoded(parameter.split('=', 1)[0] ?? '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
