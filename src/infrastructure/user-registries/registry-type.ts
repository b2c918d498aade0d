import type { SchemePorts } from '../outbound/connectors.ts';
import type { OrgOutbound } from '../outbound/outbound.ts';

/** What a registry says of a username and password. Silence and nonsense are never an acceptance. */
export type AuthenticationResult = {
  readonly answer: 'ACCEPTED' | 'REFUSED' | 'UNAVAILABLE';
  /** Absent when there was no answer, and of a registry that is not asked over HTTP. */
  readonly httpStatus?: number;
  /** When it may be asked again, where it was left alone. */
  readonly retryAfterSeconds?: number;
  readonly durationMs: number;
  /** For an administrator: never holds the username or the password. */
  readonly message: string;
};

export type RegistryPerson = { readonly username: string; readonly password: string };

/** What an answer shows of the registry itself: it is well, it fails, or it says nothing at all. */
export type RegistryHealth = 'WELL' | 'FAILING' | 'SILENT';

/** A type of user registry: all that the platform has to know to configure, describe and ask one. */
export type RegistryType = {
  /** What administrators call it. */
  readonly title: string;
  /** How it is asked, as the management API says it. */
  readonly description: string;
  /** The same in the manifest's schema: a part of a sentence, without a full stop. */
  readonly inShort: string;
  /** What the console says of the field of its address. */
  readonly address: { readonly label: string; readonly hint: string };
  /** The schemes of its addresses. */
  readonly ports: SchemePorts;
  /** Why it cannot be asked about this person, as a sentence; undefined where it can. */
  personFault(person: RegistryPerson): string | undefined;
  /** Asks about a person, and always answers. */
  authenticate(url: string, person: RegistryPerson, outbound: OrgOutbound): Promise<AuthenticationResult>;
  /** The evidence in an answer for and against the registry being down. */
  healthShownBy(result: AuthenticationResult): RegistryHealth;
};
