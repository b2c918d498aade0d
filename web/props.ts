/**
 * Types of the data that pages give their islands.
 *
 * The data is in `<script type="application/json" id="island-props">`.
 */

/** Results of a call in the page's language. `{name}` stands for a value. */
export type OutcomeTexts = {
  /** `{status}`: the HTTP status. */
  readonly answered: string;
  /** `{status}`, and `{detail}`: what is wrong and what to do. */
  readonly refused: string;
  /** `{remaining}` and `{limit}` calls, and `{when}` the limit resets, for example "in 41 min." */
  readonly quota: string;
  /** `{cost}` and `{depth}` of a GraphQL document. */
  readonly cost: string;
  /** The link from a refused call to its reason. */
  readonly why: string;
  /** No answer came, or the browser may not show it. */
  readonly unreachable: string;
};

/** Texts for the result of each call, shown in the element `#outcome`. */
export type OutcomeProps = {
  readonly texts: OutcomeTexts;
  /** Address that shows the reason of a refusal, to which the request id is appended. Null without one. */
  readonly whyUrl: string | null;
};

/** The API reference with Try it: Scalar. */
export type ReferenceProps = {
  /** Address of the OpenAPI document as a consumer should read it. It is fetched with the reference. */
  readonly documentUrl: string;
  /** Client key of the application that calls; null without one. */
  readonly clientKey: string | null;
  /** The headers and query parameters that take the client key. */
  readonly clientKeyNames: readonly string[];
  /** The headers and query parameters that take the form's API key. Without a form they are none. */
  readonly apiKeyNames: readonly string[];
  /** Path of the page at which a sign-in in its own window ends. */
  readonly returnPath: string;
  /** The ways in which its form `#token` gets access tokens; null without it. */
  readonly oauth: OAuthSecurity | null;
  readonly outcome: OutcomeProps;
  readonly token: TokenTexts;
  readonly scalar: ScalarTexts;
};

/** Names of what Scalar shows without one. */
export type ScalarTexts = {
  readonly copy: string;
  /** The body of a response. */
  readonly answer: string;
};

/** Texts for the access token of the form `#token`. */
export type TokenTexts = {
  /** `{when}` the token expires. */
  readonly ready: string;
  /** The token was refused, or a person did not finish the sign-in. */
  readonly missing: string;
};

/** Access tokens of an OAuth provider, and the ways in which the page gets one. */
export type OAuthSecurity = {
  readonly type: 'OAUTH2';
  readonly issuer: string | null;
  readonly tokenUrl: string | null;
  readonly authorizeUrl: string | null;
  /** The page of the portal at which a window of a sign-in ends. */
  readonly returnUrl: string;
  readonly flows: readonly ('ACCESS_CODE' | 'APPLICATION' | 'RESOURCE_OWNER_PASSWORD')[];
  readonly scopes: readonly string[];
};

/** A part of a way to be admitted by a GraphQL API. */
export type ExplorerSecurity =
  | {
      readonly type: 'API_KEY';
      readonly keyName: string;
      readonly keyLocation: 'HEADER' | 'QUERY';
      /** True for an API key, which the form `#api-key` takes; false for the client key. */
      readonly isTyped: boolean;
    }
  | OAuthSecurity
  | { readonly type: 'HTTP_BASIC'; readonly keyName: string };

/** Texts of the script of the plain editor, which is there until GraphiQL is. */
export type DraftTexts = {
  readonly run: string;
  /** Ends a subscription. */
  readonly stop: string;
  /** `{field}` is no JSON. */
  readonly notJson: string;
  /** GraphiQL did not come. */
  readonly notLoaded: string;
};

/**
 * The explorer of a GraphQL API: GraphiQL, and the plain editor before it.
 *
 * That is the form `#draft` with `#draft-query`, `#draft-variables`, `#draft-headers`, `#draft-run`, `#draft-answer` and
 * `#draft-hint`.
 *
 * The page holds the form `#token` with the fields `flow`, `secret`, `username`, `password` and `pasted` where tokens are
 * needed, and its `output`; where usernames and passwords are, the form `#person` with the latter two; and where an API key
 * is, the form `#api-key` with the field `apiKey`.
 */
export type ExplorerProps = {
  /** Address that documents are sent to. */
  readonly url: string;
  /** Address of the schema, on this origin. */
  readonly schemaUrl: string;
  /** The document of a first visit. */
  readonly first: { readonly query: string; readonly variables: string };
  readonly draft: DraftTexts;
  readonly clientKey: string | null;
  /** All that a document is sent with; empty for none. */
  readonly entrance: readonly ExplorerSecurity[];
  readonly outcome: OutcomeProps;
  readonly token: TokenTexts;
};

export type ExampleDocument = {
  /** Name of the example, as `01 Create org`. */
  readonly name: string;
  readonly query: string;
  /** JSON. */
  readonly variables?: string;
};

export type ExampleFolder = { readonly title: string; readonly documents: readonly ExampleDocument[] };

/** The console of administrators: GraphiQL with the examples, and tokens for scripts. */
export type ConsoleProps = {
  /** Address that this page sends documents to, with the session's cookie. */
  readonly endpoint: string;
  /** Address that scripts send documents to, with a token. */
  readonly apiUrl: string;
  /** Address that issues a short-lived token: POST {minutes, role}. */
  readonly tokenUrl: string;
  /** The roles that a token may have, the least first. */
  readonly roles: readonly string[];
  readonly examples: readonly ExampleFolder[];
  /** A document that a link asked for. */
  readonly open: { readonly query: string; readonly variables?: string } | null;
  readonly texts: ConsoleTexts;
};

/** Texts of the panels beside GraphiQL in the page's language. */
export type ConsoleTexts = {
  readonly examples: string;
  readonly examplesHint: string;
  readonly token: string;
  readonly tokenHint: string;
  readonly role: string;
  readonly minutes: string;
  readonly issue: string;
  /** `{until}`: the time of day at which the token expires. */
  readonly until: string;
  readonly issued: string;
  readonly document: string;
  readonly copy: string;
};

/**
 * The list of calls, which goes on by itself. The page holds `#calls`, the rows of `#call-row`, and `#calls-live` with
 * `#calls-pause` and `#calls-state`, hidden until this runs.
 */
export type CallsProps = {
  readonly endpoint: string;
  /** The subscription, and its variables. */
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Number of rows that the page keeps. */
  readonly rows: number;
  readonly texts: CallsTexts;
};

/** Texts of the stream of calls in the page's language. */
export type CallsTexts = {
  readonly pause: string;
  /** `{count}`: the calls that came meanwhile. */
  readonly goOn: string;
  /** `{count}`: the most that are counted. */
  readonly orMore: string;
  readonly paused: string;
  readonly live: string;
  readonly broken: string;
};

/**
 * A form that carries a passkey's answer. The page holds `#passkey` with the hidden field `#passkey-credential`, the
 * button `#passkey-button`, hidden until this runs, and `#passkey-problem`, which is read out.
 */
export type PasskeyProps = {
  readonly purpose: 'AUTHENTICATION' | 'REGISTRATION';
  /** Address that gives a challenge. */
  readonly optionsUrl: string;
  /** Address that browsers keep the console's passkeys for. */
  readonly consoleUrl: string;
  /** Tells whether the button takes the focus. */
  readonly isFirstSeen: boolean;
  /** Texts by the names of WebAuthn's errors. `{console}` stands for the address. */
  readonly texts: {
    readonly NotAllowedError: string;
    readonly InvalidStateError: string;
    readonly SecurityError: string;
    readonly other: string;
  };
};
