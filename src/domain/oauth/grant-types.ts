import type { JsonObject } from '../../foundation/json.ts';

/** A grant type that providers switch on: its words, and its form in documents. */
type DescribedGrantType = {
  /** The name and what it asks for, on pages of the console. */
  readonly label: string;
  readonly hint: string;
  /** The way to a token, as the APIs describe it. */
  readonly description: string;
  /** Tells whether its tokens are those of people. */
  readonly isForPeople: boolean;
  /** Returns its flow in OpenAPI documents. (OpenAPI 3.1, "OAuth Flows Object") */
  flow(token: JsonObject, authorizationUrl: string): JsonObject;
};

/** The grant types of OAuth providers, with the names of spec.md. */
export const grantTypes = {
  RESOURCE_OWNER_PASSWORD: {
    label: 'Resource owner - Password',
    hint: 'The application sends a person’s username and password.',
    description: "With a person's username and password (RFC 6749 §4.3).",
    isForPeople: true,
    flow: (token) => ({ password: token }),
  },
  ACCESS_CODE: {
    label: 'Access code',
    hint: 'The person signs in on a page of the provider.',
    description: 'With an authorization code (RFC 6749 §4.1).',
    isForPeople: true,
    flow: (token, authorizationUrl) => ({ authorizationCode: { authorizationUrl, ...token } }),
  },
  APPLICATION: {
    label: 'Application',
    hint: 'The application asks for itself, with its own secret.',
    description: 'With the credentials of the application alone (RFC 6749 §4.4).',
    isForPeople: false,
    flow: (token) => ({ clientCredentials: token }),
  },
} as const satisfies Readonly<Record<string, DescribedGrantType>>;

export type GrantType = keyof typeof grantTypes;

export const grantTypeNames = Object.keys(grantTypes) as GrantType[];
