import { listed } from './listed.ts';

/** Words of changes by their codes, in English. Other languages have the same codes. */
export const englishChanges = {
  ANYTHING: () => 'anything',
  ANY_FORMAT: () => 'any format',
  FORMAT: (format) => `the format ${format}`,
  REQUEST: () => 'the request',
  RESPONSE: (status) => `the response ${status}`,
  PARAMETER: (location, name) => `the ${location} parameter ${name}`,
  MEMBER: (member, carrier) => `${member} in ${carrier}`,
  CONTENT_TYPE: (type, carrier) => `the content type ${type} of ${carrier}`,
  HEADER: (name, carrier) => `the header ${name} of ${carrier}`,
  REMOVED: (part) => `${part} is removed`,
  ADDED: (part) => `${part} is added`,
  REFUSED_NOW: (part) => `${part} is refused now`,
  REQUIRED_NOW: (part) => `${part} is required now`,
  NEW_AND_REQUIRED: (part) => `${part} is new and required`,
  OPTIONAL_NOW: (part) => `${part} is optional now`,
  BODY_REQUIRED_NOW: () => 'the request body is required now',
  NOT_TAKEN_ANY_MORE: (part, values) => `${part} does not take ${values} any more`,
  ONLY_TAKEN_NOW: (part, values) => `${part} takes only ${values} now`,
  TAKES_NOW: (part, is, was) => `${part} takes ${is} now, took ${was}`,
  NOT_NULL_ANY_MORE: (part) => `${part} may not be null any more`,
  NULL_NOW: (part) => `${part} may be null now`,
  MAY_BE_NOW: (part, values) => `${part} may be ${values} now`,
  ANY_VALUE_NOW: (part, values) => `${part} may be any value now, was ${values}`,
  IS_NOW: (part, is, was) => `${part} is ${is} now, was ${was}`,
  HAS_NOW: (part, is, was) => `${part} has ${is} now, had ${was}`,
  BOUND_NOW: (part, bound) => `${part} has the ${bound} now`,
  BOUND_CHANGED: (part, bound, was) => `${part} has the ${bound} now, had ${was}`,
  EXCLUSIVE: (bound) => `${bound} (exclusive)`,
  MUST_MATCH: (part, pattern) => `${part} must match ${pattern} now`,
  MULTIPLE_OF: (part, step) => `${part} must be a multiple of ${step} now`,
  UNIQUE_ITEMS: (part) => `${part} may not hold an item twice any more`,
  PATH_REMOVED: () => 'the path is removed',
  METHOD_REMOVED: () => 'the method is removed',
  OPERATION_NEW: () => 'the operation is new',
  OPERATION_DEPRECATED: () => 'the operation is deprecated',
  OPERATION_REWRITTEN: () => 'its description or its schemas changed',
  API_GONE: () => 'the API is gone',
  API_NEW: () => 'the API is new',
  BASE_PATH: (is, was) => `its base path is ${is} now, was ${was}`,
  KIND: (is, was) => `it is a ${is} API now, was a ${was} API`,
  SECURITY: (is, was) => `it asks for ${is} now, asked for ${was}`,
  SECURITY_CONDITION: (is) => `it asks for ${is}, and the condition is another one now`,
  SECURITY_NOTHING: () => 'nothing',
  SECURITY_OR: (one, other) => `${one}, or ${other}`,
  SECURITY_AND: (one, other) => `${one}, together with ${other}`,
  SECURITY_CONDITIONAL: (asked) => `${asked} under a condition`,
  SECURITY_WHERE: (asked, condition) => `${asked} where ${condition}`,
  SECURITY_CLIENT_KEY: (location, name) => `a client key in the ${location} ${name}`,
  SECURITY_KEY_AND_SECRET: (location, name, header) =>
    `a client key in the ${location} ${name}, and its secret in the header ${header}`,
  SECURITY_API_KEY: (location, name) => `an API key in the ${location} ${name}`,
  SECURITY_PASSWORD: (header, registry) =>
    `a client key in the header ${header}, and a username and password of ${registry} by HTTP Basic`,
  SECURITY_CERTIFICATE: () => 'a client certificate of the application',
  SECURITY_TOKEN: (provider, flow) => `an access token of ${provider} (${flow})`,
  SECURITY_SCOPES: (token, scopes) => `${token} with ${scopes}`,
  SCHEMA_REMOVED: (name) => `${name} was removed`,
  SCHEMA_REMOVED_FROM: (name, kind, owner) => `${name} was removed from ${kind} type ${owner}`,
  SCHEMA_CHANGED: (name, was, is) => `${name} changed from ${was} to ${is}`,
  SCHEMA_TYPE_CHANGED: (name, was, is) => `${name} changed type from ${was} to ${is}`,
  SCHEMA_ARGUMENT: (field, name) => `${field} arg ${name}`,
  SCHEMA_ARGUMENT_CHANGED: (argument, was, is) => `${argument} has changed type from ${was} to ${is}`,
  SCHEMA_ARGUMENT_REQUIRED: (name, field) => `A required arg ${name} on ${field} was added`,
  SCHEMA_FIELD_REQUIRED: (name, type) => `A required field ${name} on input type ${type} was added`,
  SCHEMA_INTERFACE_REMOVED: (name, type) => `${name} no longer implements interface ${type}`,
  SCHEMA_DEPRECATED: (name) => `${name} is deprecated`,
  SCHEMA_OPERATION_INVALID: (id, reason) => `the registered operation ${id} would not be valid: ${reason}`,
  SCHEMA_COST_RULE: (fault) => `the cost rule for ${fault}`,
  SCHEMA_AS_PUBLISHED: (change) => `as published, ${change}`,
  SCHEMA_NOW: (line) => `${line} now`,
  SCHEMA_NEW: (line) => `${line} is new`,
  COMPAT_REQUEST: (version) => `the request to ${version}`,
  COMPAT_RESPONSE: (status, version) => `the response ${status} of ${version}`,
  COMPAT_BROKEN: (pointer, keyword, message) =>
    `${pointer} breaks ${keyword} in ${message}, behind the steps`,
  AS_WRITTEN: (text) => text,
} satisfies Readonly<Record<string, (...values: string[]) => string>>;

export type ChangeCode = keyof typeof englishChanges;

/** A change as a code with its arguments. Each is a text, a list of alternatives, or words of their own. */
export type ChangePhrase = {
  readonly code: ChangeCode;
  readonly values: readonly ChangeValue[];
};
export type ChangeValue = string | readonly string[] | ChangePhrase;

/** Words of changes in a language. */
export type ChangeWords = {
  readonly or: 'or' | 'oder' | 'ou';
  readonly of: Readonly<Record<ChangeCode, (...values: string[]) => string>>;
};

const english: ChangeWords = { or: 'or', of: englishChanges as ChangeWords['of'] };

export const phrase = (code: ChangeCode, ...values: readonly ChangeValue[]): ChangePhrase => ({
  code,
  values,
});

/** Puts the part that a phrase is about before its other values. */
export const phraseOf = (part: ChangePhrase | string, { code, values }: ChangePhrase): ChangePhrase => ({
  code,
  values: [part, ...values],
});

/** Words a change in a language. */
export function phrased({ code, values }: ChangePhrase, words: ChangeWords = english): string {
  return words.of[code](
    ...values.map((value) => {
      if (typeof value === 'string') return value;
      return 'code' in value ? phrased(value, words) : listed(value, words.or);
    }),
  );
}

/** A phrase with its English message. */
export const said = (words: ChangePhrase) => ({ phrase: words, message: phrased(words) });
