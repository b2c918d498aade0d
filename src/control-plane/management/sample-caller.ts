import { NestedTooDeep } from '../../domain/access-policy/cost.ts';
import { type CallingGateway, PolicyCaller } from '../../domain/access-policy/policy-caller.ts';
import { refuse } from '../../foundation/errors.ts';
import { isObject, type JsonObject } from '../../foundation/json.ts';

/** A caller that conditions are tried for; all of it is JSON. */
type SampleCaller = {
  readonly claims?: unknown;
  readonly headers?: unknown;
  readonly gateway?: unknown;
};

/** Reads a caller. @throws BAD_USER_INPUT with the name of the argument at fault */
export function sampleCaller({ claims, headers, gateway }: SampleCaller): PolicyCaller {
  const named = Object.entries(objectOf(headers, 'headers')).map(([name, value]): [string, string] =>
    typeof value === 'string'
      ? [name, value]
      : refuse('BAD_USER_INPUT', { detail: 'The value of a header is a text.', path: ['headers', name] }),
  );
  try {
    return new PolicyCaller({
      claims: objectOf(claims, 'claims'),
      headers: named,
      gateway: gateway == null ? null : gatewayOf(objectOf(gateway, 'gateway')),
    });
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error;
    return refuse('BAD_USER_INPUT', { detail: error.message, path: ['claims'] });
  }
}

function gatewayOf({ org, api, client = null, subject = null }: JsonObject): CallingGateway {
  const isTextOrNull = (value: unknown): value is string | null =>
    value === null || typeof value === 'string';
  if (typeof org === 'string' && typeof api === 'string' && isTextOrNull(client) && isTextOrNull(subject))
    return { org, api, client, subject };
  return refuse('BAD_USER_INPUT', {
    detail: 'gateway has the texts org and api, and as client and subject a text or null each.',
    path: ['gateway'],
  });
}

/** Reads an object; an empty one for nothing. @throws BAD_USER_INPUT */
export function objectOf(value: unknown, name: string): JsonObject {
  if (value == null) return {};
  if (isObject(value)) return value;
  return refuse('BAD_USER_INPUT', { detail: `${name} is an object.`, path: [name] });
}
