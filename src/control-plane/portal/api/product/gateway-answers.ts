import { type ErrorTemplate, templateFor } from '../../../../domain/api/error-templates.ts';
import { isObject, type JsonObject } from '../../../../foundation/json.ts';
import { METHODS } from '../../../../openapi/path-template.ts';

/** The kinds of part that are put into the components of a document. */
type Kind = 'schemas' | 'headers' | 'responses';
type Components = Readonly<Record<Kind, JsonObject>>;

const text = (description: string): JsonObject => ({ description, schema: { type: 'string' } });
const count = (description: string): JsonObject => ({ description, schema: { type: 'integer' } });

const HEADERS = {
  RateLimit: text('The limit that is nearest to its end: `r` calls are left in a window of `t` seconds.'),
  'RateLimit-Policy': text('The limits of the plan: `q` calls in each window of `w` seconds.'),
  'X-RateLimit-Limit': count('How many calls the window takes.'),
  'X-RateLimit-Remaining': count('How many of them are left.'),
  'X-RateLimit-Reset': count('In how many seconds the window closes.'),
  'Retry-After': count('In how many seconds to try again.'),
  'WWW-Authenticate': text('What the API takes in the header Authorization. (RFC 9110 §11.6.1)'),
} satisfies Readonly<Record<string, JsonObject>>;
type Header = keyof typeof HEADERS;

/** Headers of every answer to a call of a plan with limits. */
const OF_EACH = ['RateLimit', 'RateLimit-Policy'] as const;

const PROBLEM: JsonObject = {
  type: 'object',
  description: 'A call that the gateway refused. (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Names the kind of refusal.' },
    title: { type: 'string', description: 'Says it in a sentence, the same for each of its kind.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What was wrong with this call, and what to send.' },
    hint: { type: 'string', description: 'What to do, where `detail` does not say so.' },
    successor: { type: 'string', description: 'The product that took the place of a retired one.' },
    code: { type: 'string', description: 'The same for ever, for programs.' },
    requestId: { type: 'string', description: 'By it the portal tells why the call was refused.' },
  },
};

type GatewayAnswer = {
  readonly name: string;
  readonly description: string;
  /** The code that stands for those with the status. */
  readonly code: string;
  readonly headers: readonly Header[];
};

const ANSWERS: Readonly<Record<'401' | '403' | '429', GatewayAnswer>> = {
  401: {
    name: 'GatewayUnauthorized',
    description: 'The gateway cannot tell who calls, or what proves it is not valid.',
    code: 'CLIENT_ID_MISSING',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'GatewayForbidden',
    description: 'The application has no subscription to the API, is suspended, or its token lacks a scope.',
    code: 'SUBSCRIPTION_MISSING',
    headers: [],
  },
  429: {
    name: 'GatewayTooManyRequests',
    description: 'The plan allows no more calls for the moment.',
    code: 'RATE_LIMIT_EXCEEDED',
    headers: [...OF_EACH, 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'],
  },
};
type Status = keyof typeof ANSWERS;

/** Tells whether an answer of an operation is one that the gateway adds. Pages say it in their language. */
export const isOfGateway = (answer: {
  readonly status: string;
  readonly description: string | null;
}): answer is { readonly status: Status; readonly description: string } =>
  Object.entries(ANSWERS).some(
    ([status, { description }]) => status === answer.status && description === answer.description,
  );

/**
 * Adds the gateway's own answers to the operations of a document for consumers.
 *
 * They are 401 and 403 where an operation is secured, 429, and the headers of limits. An operation keeps the answers that it
 * describes itself.
 */
export function withGatewayAnswers(document: JsonObject, templates: readonly ErrorTemplate[]): JsonObject {
  const present = isObject(document['components']) ? document['components'] : {};
  const known = (kind: Kind): JsonObject => (isObject(present[kind]) ? present[kind] : {});
  const problem = freeName('GatewayProblem', known('schemas'));
  const headerNames = new Map(
    Object.keys(HEADERS).map((name) => [name, freeName(`Gateway-${name}`, known('headers'))]),
  );
  const answerNames = new Map(
    Object.entries(ANSWERS).map(([status, { name }]) => [status, freeName(name, known('responses'))]),
  );
  const headersOf = (names: readonly string[]): JsonObject =>
    Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${headerNames.get(name) ?? name}` }]),
    );
  const own: Components = {
    schemas: { [problem]: PROBLEM },
    headers: Object.fromEntries(Object.entries(HEADERS).map(([name, it]) => [headerNames.get(name), it])),
    responses: Object.fromEntries(
      Object.entries(ANSWERS).map(([status, { description, code, headers }]) => [
        answerNames.get(status),
        { description, headers: headersOf(headers), content: contentOf(code, templates, problem) },
      ]),
    ),
  };
  const added: Added = {
    limits: headersOf(OF_EACH),
    answer: (status) => ({ $ref: `#/components/responses/${answerNames.get(status)}` }),
    isSecured: isSecured(document['security']),
  };
  return {
    ...document,
    ...(isObject(document['paths']) && { paths: itemsWith(document['paths'], added) }),
    components: {
      ...present,
      ...(isObject(present['pathItems']) && { pathItems: itemsWith(present['pathItems'], added) }),
      schemas: { ...known('schemas'), ...own.schemas },
      headers: { ...known('headers'), ...own.headers },
      responses: { ...known('responses'), ...own.responses },
    },
  };
}

/** Returns a name that the document does not use. */
function freeName(name: string, taken: JsonObject): string {
  let free = name;
  while (Object.hasOwn(taken, free)) free += '_';
  return free;
}

/** An API can have bodies of its own for refusals. */
function contentOf(code: string, templates: readonly ErrorTemplate[], problem: string): JsonObject {
  const template = templateFor(templates, code);
  return template
    ? { [template.contentType]: {} }
    : { 'application/problem+json': { schema: { $ref: `#/components/schemas/${problem}` } } };
}

type Added = {
  readonly limits: JsonObject;
  readonly answer: (status: Status) => JsonObject;
  /** Tells whether the document's own security asks for something. */
  readonly isSecured: boolean;
};

const isSecured = (security: unknown): boolean => Array.isArray(security) && security.length > 0;

function itemsWith(items: JsonObject, added: Added): JsonObject {
  return Object.fromEntries(
    Object.entries(items).map(([path, item]) => [path, isObject(item) ? itemWith(item, added) : item]),
  );
}

function itemWith(item: JsonObject, added: Added): JsonObject {
  const operations = METHODS.flatMap((method) => {
    const operation = item[method];
    return isObject(operation) ? [[method, operationWith(operation, added)] as const] : [];
  });
  return { ...item, ...Object.fromEntries(operations) };
}

function operationWith(operation: JsonObject, { limits, answer, isSecured: ofDocument }: Added): JsonObject {
  const secured = operation['security'] === undefined ? ofDocument : isSecured(operation['security']);
  const described = isObject(operation['responses']) ? operation['responses'] : {};
  const limited = Object.entries(described).map(([status, response]) => [
    status,
    /^2/.test(status) && isObject(response) && !('$ref' in response)
      ? { ...response, headers: { ...limits, ...(isObject(response['headers']) && response['headers']) } }
      : response,
  ]);
  const statuses: readonly Status[] = secured ? ['401', '403', '429'] : ['429'];
  const gateway = statuses
    .filter((status) => !Object.hasOwn(described, status))
    .map((status) => [status, answer(status)] as const);
  return { ...operation, responses: Object.fromEntries([...limited, ...gateway]) };
}
