import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Messages } from '../messages.ts';
import type { IMPORT, Preview, Surroundings } from './import-query.ts';

type Input = VariablesOf<typeof IMPORT>['input'];
type SecurityInput = Pick<Input, 'securityDefinitions' | 'security' | 'securityFromDocument'>;
type SecurityTexts = Messages['import']['security'];

/** A way to secure an API that the review offers. */
export type ImportSecurity = {
  readonly value: string;
  readonly labelIn: (text: SecurityTexts) => { readonly label: string; readonly hint: string };
  /** Scopes to choose among, of an OAuth provider. */
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
  /** Scopes that are ticked from the start: those that the document names. */
  readonly tickedScopes: readonly string[];
  readonly input: (scopes: readonly string[]) => SecurityInput;
};

const keyOf = (name: string, definition: object): SecurityInput =>
  ({
    securityDefinitions: [{ name, type: 'API_KEY', ...definition }],
    security: [{ definition: name, scopes: [] }],
  }) as SecurityInput;

/** Headers that cannot carry a key of the platform. */
const TAKEN = /^(?:authorization|proxy-.*|host|cookie|x-client-secret)$/i;

const without = { scopes: [], tickedScopes: [] } as const;

/** Ways that need nothing of the document or the org. */
const common = {
  key: () => keyOf('api-key', { kind: 'KEY' }),
  'id-and-secret': () => keyOf('client-key', { kind: 'CLIENT_ID_AND_SECRET' }),
  id: () => keyOf('client-key', {}),
  open: (): SecurityInput => ({ securityDefinitions: [], security: [] }),
} as const;

/** Each operation asks for what the document says of it. */
const asDocumentSays: ImportSecurity = {
  ...without,
  value: 'document',
  labelIn: (text) => text.document,
  input: () => ({ securityFromDocument: true }),
};

const commonOption = (value: keyof typeof common): ImportSecurity => ({
  value,
  ...without,
  labelIn: (text) => text[value],
  input: common[value],
});

/**
 * Lists the ways to secure an API. Where its document asks for a key, that one is the first, so that its callers need
 * not change.
 */
export function securityOptions(
  { securitySchemes }: Pick<Preview, 'securitySchemes'>,
  { oauthProviders }: Pick<Surroundings, 'oauthProviders'>,
): ImportSecurity[] {
  const named = new Set(securitySchemes.flatMap(({ scopes }) => scopes));
  return [
    ...securitySchemes.flatMap(keptOption),
    commonOption('key'),
    commonOption('id-and-secret'),
    ...oauthProviders.map((provider) => providerOption(provider, named)),
    ...(securitySchemes.length > 0 ? [asDocumentSays] : []),
    commonOption('id'),
    commonOption('open'),
  ];
}

/** The key that a document asks for, issued by the gateway. Empty where its place cannot carry one. */
function keptOption({ name, type, location, keyName }: Preview['securitySchemes'][number]): ImportSecurity[] {
  if (type !== 'apiKey' || !keyName || TAKEN.test(keyName)) return [];
  if (location !== 'header' && location !== 'query') return [];
  const keyLocation = location === 'header' ? 'HEADER' : 'QUERY';
  return [
    {
      ...without,
      value: `kept-${name}`,
      labelIn: (text) => text.kept(location, keyName),
      input: () => keyOf('api-key', { kind: 'KEY', keyLocation, keyName }),
    },
  ];
}

function providerOption(
  { name, title, scopes }: Surroundings['oauthProviders'][number],
  named: ReadonlySet<string>,
): ImportSecurity {
  return {
    value: `oauth-${name}`,
    labelIn: (text) => text.provider(title),
    scopes,
    tickedScopes: scopes.map((scope) => scope.name).filter((scope) => named.has(scope)),
    input: (chosen) => ({
      securityDefinitions: [{ name: 'oauth', type: 'OAUTH2', oauthProvider: name }],
      security: [{ definition: 'oauth', scopes: [...chosen] }],
    }),
  };
}

/** Says what becomes of the security that a document asks for. Undefined where it asks for none. */
export function documentSecurityInWords(
  text: SecurityTexts,
  { securitySchemes }: Pick<Preview, 'securitySchemes'>,
): string | undefined {
  if (securitySchemes.length === 0) return undefined;
  const schemes = securitySchemes.map(({ name, type, location, keyName, scopes }) =>
    type === 'apiKey'
      ? text.keyScheme(name, location ?? '', keyName ?? '')
      : `${name} (${type}${scopes.length > 0 ? `: ${scopes.slice(0, 5).join(', ')}${scopes.length > 5 ? ', …' : ''}` : ''})`,
  );
  return text.documentAsks(schemes);
}
