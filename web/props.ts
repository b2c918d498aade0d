/** What pages tell their islands: data in `<script type="application/json" id="island-props">`. Types only. */

/** How a call went, in the words of the page's language; `{name}` stands for a value. */
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

/** What is shown of each call, in the element `#outcome`. */
export type OutcomeProps = {
  readonly texts: OutcomeTexts;
  /** Where a request id leads to the reason of a refusal: the id is appended. Null: nowhere. */
  readonly whyUrl: string | null;
};

/** The API reference with Try it: Scalar. */
export type ReferenceProps = {
  /** The OpenAPI document as a consumer should read it. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Of the application that calls; null without one. */
  readonly clientKey: string | null;
  /** The headers and query parameters that take the client key. */
  readonly clientKeyNames: readonly string[];
  /** The path of the page at which a sign-in in a window of its own ends. */
  readonly returnPath: string;
  readonly outcome: OutcomeProps;
};

/** One way to be admitted by a GraphQL API. */
export type ExplorerSecurity =
  | { readonly type: 'API_KEY'; readonly keyName: string; readonly keyLocation: 'HEADER' | 'QUERY' }
  | { readonly type: 'OAUTH2'; readonly tokenUrl: string; readonly scopes: readonly string[] };

/**
 * The explorer of a GraphQL API: GraphiQL. The page holds the form `#token` with the fields `secret`, `username` and
 * `password` where tokens are needed, and its `output`.
 */
export type ExplorerProps = {
  /** Where documents are sent. */
  readonly url: string;
  readonly sdl: string;
  readonly clientKey: string | null;
  readonly entrance: ExplorerSecurity | null;
  readonly outcome: OutcomeProps;
  /** `{when}` the token expires. */
  readonly tokenReady: string;
};

export type ExampleDocument = {
  /** For example `01 Create org`. */
  readonly name: string;
  readonly query: string;
  /** JSON. */
  readonly variables?: string;
};

export type ExampleFolder = { readonly title: string; readonly documents: readonly ExampleDocument[] };

/** The console of administrators: GraphiQL with the examples, and tokens for scripts. */
export type ConsoleProps = {
  /** Where this page sends documents, with the session's cookie. */
  readonly endpoint: string;
  /** Where scripts send theirs, with a token. */
  readonly apiUrl: string;
  /** Where a short-lived token is issued: POST {minutes, role}. */
  readonly tokenUrl: string;
  /** The roles that a token may have, the least first. */
  readonly roles: readonly string[];
  /** The first folder's documents are the tabs of a first visit. */
  readonly examples: readonly ExampleFolder[];
  /** A document that a link asked for, shown before the others. */
  readonly open: { readonly query: string; readonly variables?: string } | null;
};

/**
 * A form that carries a passkey's answer. The page holds `#passkey` with the hidden field `#passkey-credential`, the
 * button `#passkey-button`, hidden until this runs, and `#passkey-problem`, which is read out.
 */
export type PasskeyProps = {
  readonly purpose: 'AUTHENTICATION' | 'REGISTRATION';
  /** Where a challenge is given. */
  readonly optionsUrl: string;
  /** Where browsers keep passkeys of the console. */
  readonly consoleUrl: string;
  /** Is the button what somebody wants here? */
  readonly isFirstSeen: boolean;
  /** What went wrong, by the names of WebAuthn's errors; `{console}` stands for the address. */
  readonly texts: {
    readonly NotAllowedError: string;
    readonly InvalidStateError: string;
    readonly SecurityError: string;
    readonly other: string;
  };
};
