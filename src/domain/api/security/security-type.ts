import type { InputPath } from '../../../foundation/errors.ts';
import type { JsonObject } from '../../../foundation/json.ts';
import type { ChangePhrase } from '../../../foundation/text/change-phrase.ts';
import type { GrantType } from '../../oauth/grant-types.ts';
import type { ClientType } from '../../oauth/oauth-provider.ts';

/**
 * The kinds of key that a definition of type API_KEY takes.
 *
 * - `CLIENT_ID`: the client id alone. It names the caller, and whoever has seen it can call as the application.
 * - `CLIENT_ID_AND_SECRET`: the client id, and its secret in the header X-Client-Secret.
 * - `KEY`: an API key. It names its holder to nobody else and is stored as a hash.
 */
export const keyKinds = ['CLIENT_ID', 'CLIENT_ID_AND_SECRET', 'KEY'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The members of all types together, before they are checked. */
export type SecurityDefinitionMembers = {
  readonly name: string;
  readonly flow?: GrantType | null | undefined;
  readonly oauthProvider?: string | null | undefined;
  readonly kind?: KeyKind | null | undefined;
  readonly keyLocation?: 'HEADER' | 'QUERY' | null | undefined;
  readonly keyName?: string | null | undefined;
  readonly userRegistry?: string | null | undefined;
};

/** A member that not every type has. */
type OwnMember = Exclude<keyof SecurityDefinitionMembers, 'name'>;

/** Looks up the scopes of a provider by its name; undefined when there is none. */
export type ScopesOf = (provider: string) => readonly string[] | undefined;

/** The things of an org that definitions name. */
export type NamedInOrg = {
  readonly scopesOf: ScopesOf;
  /** Returns the type of a user registry by its name; undefined when there is none. */
  registryType(userRegistry: string): string | undefined;
};

/** An OAuth provider as a consumer reaches it in the catalog. */
export type ReachableProvider = {
  /** {base_url}/<org>/<catalog>/<oauth provider> */
  readonly url: string;
  /** Address of the sign-in, with the authorize path of the provider. */
  readonly authorizeUrl: string;
  readonly tokenPath: string;
  readonly grantTypes: readonly GrantType[];
  /** The types of applications that it gives tokens to. */
  readonly clientTypes: readonly ClientType[];
  /** Tells whether people's access tokens come with refresh tokens. */
  readonly refreshTokens?: boolean;
  /** The external issuer that gives its tokens; null for a provider of the platform. */
  readonly issuer: string | null;
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
};

/** An alternative as the portal shows it, for an example of a call. */
export type ShownAlternative = {
  readonly keyKind?: KeyKind | null;
  readonly keyName: string | null;
  readonly keyLocation: 'HEADER' | 'QUERY' | null;
};

/** An alternative with all that a page of the portal says of it. */
export type DescribedAlternative = ShownAlternative & {
  readonly flows: readonly GrantType[];
  readonly scopes: readonly { readonly name: string }[];
};

export type ExampleCredentials = {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A parameter of the query, where one carries them. */
  readonly parameter?: readonly [name: string, value: string];
  /** The person of HTTP Basic, where one is named. */
  readonly person?: { readonly username: string; readonly password: string };
  /** The files of a client certificate and its private key, where a call shows one. */
  readonly certificate?: { readonly file: string; readonly key: string };
};

/** A type of security definition: its rules, texts, and form in documents and examples. */
export type SecurityType<Definition> = {
  /** The name of the type in a sentence. */
  readonly title: string;
  /** The same as a part of a sentence in the manifest's schema. */
  readonly inManifest: string;
  /** The way a caller proves who it is, as the management API describes it. */
  readonly description: string;
  /** The description and the title that the portal shows to those who call. */
  readonly forConsumers: { readonly description: string; readonly inShort: string };
  /** The members that are its own, in the order of a manifest. */
  readonly members: readonly OwnMember[];
  /** @throws BAD_USER_INPUT, with the path of the member at fault */
  read(draft: SecurityDefinitionMembers, path: InputPath): Definition;
  /** Refuses what an org lacks. @throws BAD_USER_INPUT */
  check?(definition: Definition, org: NamedInOrg, path: InputPath): void;
  /** Says why a requirement may not ask for a scope; undefined where it may. */
  scopeFault(definition: Definition, scope: string, scopesOf: ScopesOf): string | undefined;
  /**
   * Lists what a call shows, and where. Definitions that ask for different things at one place are never met together.
   */
  shownAt(definition: Definition): readonly (readonly [place: string, what: string])[];
  /** Says what a call must prove, without the names of definitions. */
  inWords(definition: Definition, scopes: readonly string[]): ChangePhrase;
  /** Says why it may admit more callers than intended; undefined where it does not. */
  warning?(definition: Definition): string | undefined;
  /** The facts about it in the decision on a refused call. */
  facts(definition: Definition, scopes: readonly string[]): JsonObject;
  /**
   * Its schemes in OpenAPI documents for consumers, which are required together. The first has the name of the definition;
   * others, by what is put behind that name, follow it.
   */
  schemes(
    definition: Definition,
    providers: ReadonlyMap<string, ReachableProvider>,
  ): readonly DocumentScheme[];
  /** Credentials in an example of a call. */
  example(alternative: ShownAlternative, clientKey: string): ExampleCredentials;
};

type DocumentScheme = {
  readonly suffix: string;
  readonly scheme: JsonObject;
  /** Tells that OpenAPI has its type since 3.1. Tools refuse a document of 3.0 that has it. */
  readonly isNew?: true;
};
