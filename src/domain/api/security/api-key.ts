import { type InputPath, refuse } from '../../../foundation/errors.ts';
import type { JsonObject } from '../../../foundation/json.ts';
import { type ChangePhrase, phrase } from '../../../foundation/text/change-phrase.ts';
import type { KeyKind, SecurityDefinitionMembers, SecurityType } from './security-type.ts';

export type ApiKeyDefinition = {
  readonly name: string;
  readonly type: 'API_KEY';
  /** Absent is CLIENT_ID, as in definitions from before there were kinds. */
  readonly kind?: Exclude<KeyKind, 'CLIENT_ID'>;
  readonly keyLocation: 'HEADER' | 'QUERY';
  readonly keyName: string;
};

/** Returns the kind of a key definition. CLIENT_ID is the default. (spec.md, API) */
export const kindOf = ({ kind }: Pick<ApiKeyDefinition, 'kind'>): KeyKind => kind ?? 'CLIENT_ID';

export const defaultKeyName = 'X-Client-Id';
const defaultApiKeyName = 'X-API-Key';
/** The header of the client secret, for APIs that require it with the client id. */
export const secretHeader = 'X-Client-Secret';

/** Placeholders of examples, for what only the reader has. */
export const YOUR_API_KEY = 'YOUR_API_KEY';
export const YOUR_CLIENT_SECRET = 'YOUR_CLIENT_SECRET';

/** A token. (RFC 9110 §5.6.2) */
const HTTP_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Headers that mean something to every server. */
const TAKEN_HEADER =
  /^(authorization|proxy-.*|host|cookie|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|x-client-secret)$/i;

/** A client key or an API key, in a header or a query parameter. (spec.md, API) */
export const apiKey: SecurityType<ApiKeyDefinition> = {
  title: 'A key',
  inManifest: 'a key',
  description: 'By a client key or an API key, in a header or a query parameter.',
  forConsumers: {
    description: 'By a client key or an API key, in a header or a query parameter.',
    inShort: 'by key',
  },
  members: ['kind', 'keyLocation', 'keyName'],
  read,
  scopeFault: (definition, scope) =>
    `${kindOf(definition) === 'KEY' ? 'An API key' : 'A client key'} has no scopes: leave ${scope} out.`,
  shownAt: (definition) => [
    [
      `the ${definition.keyLocation === 'HEADER' ? 'header' : 'query parameter'} ${placeName(definition)}`,
      kindOf(definition) === 'KEY' ? 'an API key' : 'a client key',
    ],
  ],
  inWords,
  warning: (definition) =>
    kindOf(definition) === 'CLIENT_ID'
      ? `is open to whoever has seen a client id: ${definition.name} takes the client id alone, which names its application and is no secret. Give it the kind CLIENT_ID_AND_SECRET or KEY.`
      : undefined,
  facts: ({ type, kind, keyLocation, keyName }) => ({
    type,
    ...(kind && { kind }),
    place: keyLocation === 'HEADER' ? `header ${keyName.toLowerCase()}` : `query ${keyName}`,
  }),
  schemes: (definition) => [
    { suffix: '', scheme: keyScheme(definition) },
    ...(kindOf(definition) === 'CLIENT_ID_AND_SECRET' ? [{ suffix: '.secret', scheme: SECRET_SCHEME }] : []),
  ],
  example({ keyKind, keyName, keyLocation }, clientKey) {
    const sent = [keyName ?? '', keyKind === 'KEY' ? YOUR_API_KEY : clientKey] as const;
    const secret = [secretHeader, YOUR_CLIENT_SECRET] as const;
    const isWithSecret = keyKind === 'CLIENT_ID_AND_SECRET';
    return keyLocation === 'QUERY'
      ? { headers: isWithSecret ? [secret] : [], parameter: sent }
      : { headers: isWithSecret ? [sent, secret] : [sent] };
  },
};

function read(draft: SecurityDefinitionMembers, path: InputPath): ApiKeyDefinition {
  const kind = draft.kind ?? 'CLIENT_ID';
  const keyName = draft.keyName ?? (kind === 'KEY' ? defaultApiKeyName : defaultKeyName);
  if (!HTTP_TOKEN.test(keyName) || TAKEN_HEADER.test(keyName))
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(keyName)} cannot carry ${kind === 'KEY' ? 'an API key' : 'a client key'}: give the name of a header or query parameter of its own.`,
      path: [...path, 'keyName'],
    });
  return {
    name: draft.name,
    type: 'API_KEY',
    ...(kind !== 'CLIENT_ID' && { kind }),
    keyLocation: draft.keyLocation ?? 'HEADER',
    keyName,
  };
}

/** Names of headers are alike in any case. */
const placeName = ({ keyLocation, keyName }: ApiKeyDefinition) =>
  keyLocation === 'HEADER' ? keyName.toLowerCase() : keyName;

function inWords(definition: ApiKeyDefinition): ChangePhrase {
  const location = definition.keyLocation.toLowerCase();
  switch (kindOf(definition)) {
    case 'CLIENT_ID':
      return phrase('SECURITY_CLIENT_KEY', location, definition.keyName);
    case 'CLIENT_ID_AND_SECRET':
      return phrase('SECURITY_KEY_AND_SECRET', location, definition.keyName, secretHeader);
    case 'KEY':
      return phrase('SECURITY_API_KEY', location, definition.keyName);
  }
}

function keyScheme(definition: ApiKeyDefinition): JsonObject {
  return {
    type: 'apiKey',
    in: definition.keyLocation === 'HEADER' ? 'header' : 'query',
    name: definition.keyName,
    description:
      kindOf(definition) === 'KEY' ? 'An API key of an application.' : 'The client key of an application.',
  };
}

/**
 * The scheme for a client secret. A scheme of OpenAPI is one header, so the secret beside a client id is a second scheme in
 * the same requirement.
 */
const SECRET_SCHEME: JsonObject = {
  type: 'apiKey',
  in: 'header',
  name: secretHeader,
  description: 'The client secret that belongs to the client key.',
};
