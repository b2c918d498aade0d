import type { ProvidedIdentity } from '../../domain/consumer/sign-in-placement.ts';
import type { LdapSettings } from '../../domain/oauth/ldap-settings.ts';
import type { OpenIdRegistrySettings } from '../../domain/oauth/open-id-settings.ts';
import type { SamlSettings } from '../../domain/oauth/saml-settings.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import type { SchemePorts } from '../outbound/scheme-ports.ts';
import type { OpenIdIssuers } from './open-id-issuers.ts';

/** The result of a registry for a username and password. Silence and invalid answers never accept. */
export type AuthenticationResult = {
  readonly answer: 'ACCEPTED' | 'REFUSED' | 'UNAVAILABLE';
  /** The name of the person in tokens. Without one it is the username. */
  readonly subject?: string;
  /** The identity of who was accepted, where claims were asked for. */
  readonly identity?: ProvidedIdentity;
  /** Absent without an answer, and for a registry that is not called over HTTP. */
  readonly httpStatus?: number;
  /** The evidence of a registry that is not called over HTTP. */
  readonly health?: RegistryHealth;
  /** Tells whether the person, or the registry for them, has said no. */
  readonly isDeclined?: boolean;
  /** Seconds until a registry may be called again that was spared. */
  readonly retryAfterSeconds?: number;
  readonly durationMs: number;
  /** A message for administrators. It never holds the username or the password. */
  readonly message: string;
};

export type RegistryPerson = { readonly username: string; readonly password: string };

/** The evidence about the registry itself: it works, it fails, or there is no answer. */
export type RegistryHealth = 'WELL' | 'FAILING' | 'SILENT';

/** The identity of a registry, and the org that it is of. */
export type RegistryIdentity = { readonly id: string; readonly orgId: string };

/** The address of a registry, with the settings of its type. */
export type RegistryAccess = RegistryIdentity & {
  readonly url: string;
  /** The settings of type LDAP. Other types have none. */
  readonly ldap?: LdapSettings | null;
  /** The settings of type OPENID_CONNECT. Other types have none. */
  readonly openId?: OpenIdRegistrySettings | null;
  /** The settings of type SAML. Other types have none. */
  readonly saml?: SamlSettings | null;
  /** Claims or attributes that are read besides the name. Undefined asks for no identity. */
  readonly claims?: readonly string[] | undefined;
  /** The password of the bind DN, or the client's secret, opened; undefined without one. */
  readonly secret?: string | undefined;
};

/** The ways to ask registries. Each type has one of them. */
export type RegistryDeps = {
  readonly outbound: OrgOutbound;
  readonly localUsers: {
    /** Returns the username as it is kept; undefined for a wrong password. */
    authenticate(registry: RegistryIdentity, person: RegistryPerson): Promise<string | undefined>;
  };
};

/** A sign-in that a browser is sent away for. Nobody but the browser and the platform knows its values. */
export type RedirectedSignIn = {
  /** The address that the browser comes back to. */
  readonly redirectUrl: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

/** The ways to ask the pages of a registry. */
export type RedirectDeps = { readonly outbound: OrgOutbound; readonly issuers: OpenIdIssuers };

/** Signing in at the pages of a registry. */
export type RedirectSignIn = {
  /** The member of the answer that has the state. */
  readonly stateMember: 'state' | 'RelayState';
  /**
   * Is the answer posted from the registry's page? Browsers then bring no cookies but those for any site, and the answer
   * itself can be brought twice.
   */
  readonly answersByPost: boolean;
  /**
   * Returns the address that a browser is sent to.
   *
   * @param isAnew asks the person also where the registry knows them already
   * @throws IssuerFault when the registry cannot be asked
   */
  urlFor(
    registry: RegistryAccess,
    signIn: RedirectedSignIn & { readonly isAnew: boolean },
    deps: RedirectDeps,
  ): Promise<string>;
  /**
   * Finds who has signed in, and always answers.
   *
   * @param query of the address that the browser came back to, or the form that it posted
   */
  finish(
    registry: RegistryAccess,
    signIn: RedirectedSignIn & { readonly query: string },
    deps: RedirectDeps,
  ): Promise<AuthenticationResult>;
  /** Returns what the registry has to know of the platform, as XML. Absent where it has no use. */
  metadata?(registry: RegistryAccess, redirectUrl: string): Promise<string>;
};

/** Returns the name of a registry that vouches for people. Of another one, equal people are others. */
export const issuerOf = ({ url, saml }: Pick<RegistryAccess, 'url' | 'saml'>): string =>
  saml?.entityId ?? url;

/** A type of user registry: all that configuring, describing and calling one needs. */
export type RegistryType = {
  /** The name that administrators see. */
  readonly title: string;
  /** A description of its calls, for the management API. */
  readonly description: string;
  /** The same in the manifest's schema: a part of a sentence, without a full stop. */
  readonly inShort: string;
  /** The console's hint for the field of its address. Undefined for a type that is not asked at one. */
  readonly address: { readonly label: string; readonly hint: string } | undefined;
  /** The schemes of its addresses. */
  readonly ports: SchemePorts;
  /** Signs people in at pages of its own. Absent for a type that is asked about usernames and passwords. */
  readonly redirect?: RedirectSignIn;
  /** Returns why it cannot be called for this person. Undefined where it can. */
  personFault(person: RegistryPerson): string | undefined;
  /** Returns one name for all spellings of a person's username. Guesses are counted by it. */
  countedAs(username: string): string;
  /** Asks about a person, and always answers. */
  authenticate(
    registry: RegistryAccess,
    person: RegistryPerson,
    deps: RegistryDeps,
  ): Promise<AuthenticationResult>;
  /** The evidence in an answer for and against the registry being down. */
  healthShownBy(result: AuthenticationResult): RegistryHealth;
};
