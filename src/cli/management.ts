import type { CommandContext } from './command-context.ts';
import { CommandFault, fail } from './command-fault.ts';
import { fetchJson } from './http.ts';
import { fetchEvents } from './http-events.ts';
import { isJsonObject } from './json.ts';
import type { PlatformTarget } from './platform-target.ts';

/** A fault in a value of the request. The path begins with the argument, as `input`. */
type PlatformFault = {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
};

type PlatformError = {
  readonly message: string;
  readonly code: string;
  readonly faults: readonly PlatformFault[];
};

type GraphQLResult<T> = { readonly data: T | null; readonly errors: readonly PlatformError[] };

type GraphQLQuestion = {
  readonly document: string;
  readonly variables?: object;
  readonly operationName?: string | undefined;
  readonly timeoutMs: number;
};

/** A refusal of the management API. Commands that sent a manifest read its faults. */
export class PlatformRefusal extends CommandFault {
  readonly errors: readonly PlatformError[];

  constructor(errors: readonly [PlatformError, ...PlatformError[]]) {
    const [{ code, message }, ...others] = errors;
    super(
      code,
      message,
      others.map((each) => `${each.code}: ${each.message}`),
    );
    this.errors = errors;
  }
}

/** A caller of the management API. */
export type Management = {
  /** Answers with the data and the refusals of a request. */
  ask<T>(question: GraphQLQuestion): Promise<GraphQLResult<T>>;
  /** @throws PlatformRefusal when anything of it was refused */
  answer<T>(question: GraphQLQuestion): Promise<T>;
  /** Gives each result of a subscription. It never ends by itself. @throws PlatformRefusal, UNREACHABLE when it ends */
  follow<T>(question: GraphQLQuestion, each: (data: T) => void): Promise<never>;
};

/** @throws UNAUTHENTICATED when there is no token to send */
export function createManagement(context: CommandContext, { url, token }: PlatformTarget): Management {
  if (token === undefined)
    fail(
      'UNAUTHENTICATED',
      'There is no token: gatehouse login gets one. Or put one into GATEHOUSE_TOKEN, or choose a profile that has one.',
    );
  return { ask, answer, follow };

  async function ask<T>({
    document,
    variables,
    operationName,
    timeoutMs,
  }: GraphQLQuestion): Promise<GraphQLResult<T>> {
    const { status, body } = await fetchJson(context, {
      url: `${url}/graphql`,
      timeoutMs,
      init: {
        method: 'POST',
        headers: headersFor(token ?? '', 'application/graphql-response+json, application/json;q=0.9'),
        body: JSON.stringify({ query: document, variables, operationName }),
      },
    });
    const read = readAnswer<T>(body);
    if (status === 401 || read?.errors.some(({ code }) => code === 'UNAUTHENTICATED'))
      fail(
        'UNAUTHENTICATED',
        `${url} does not accept the token: is it the one of this platform, and not expired?`,
      );
    return (
      read ??
      fail(
        'ANSWER_INVALID',
        `${url}/graphql answered ${status} without GraphQL: is this the address of the platform?`,
      )
    );
  }

  async function answer<T>(question: GraphQLQuestion): Promise<T> {
    const { data, errors } = await ask<T>(question);
    const [first, ...others] = errors;
    if (first) throw new PlatformRefusal([first, ...others]);
    return data ?? fail('ANSWER_INVALID', `${url}/graphql answered neither data nor errors.`);
  }

  async function follow<T>(
    { document, variables, timeoutMs }: GraphQLQuestion,
    each: (data: T) => void,
  ): Promise<never> {
    const body = JSON.stringify({ query: document, variables });
    const init = { method: 'POST', headers: headersFor(token ?? '', 'text/event-stream'), body };
    for await (const event of fetchEvents(context, { url: `${url}/graphql`, timeoutMs, init })) {
      const { data, errors = [] } = readAnswer<T>(event) ?? {};
      const [first, ...others] = errors;
      if (first) throw new PlatformRefusal([first, ...others]);
      if (data) each(data);
    }
    return fail('UNREACHABLE', `${url} has ended the stream: is the platform still running there?`);
  }
}

const headersFor = (token: string, accept: string) => ({
  'content-type': 'application/json',
  accept,
  authorization: `Bearer ${token}`,
});

/** Undefined when it is no answer as GraphQL has it. */
function readAnswer<T>(body: unknown): GraphQLResult<T> | undefined {
  if (!isJsonObject(body) || !('data' in body || 'errors' in body)) return undefined;
  const { data, errors } = body;
  if (data !== undefined && data !== null && !isJsonObject(data)) return undefined;
  if (errors !== undefined && !(Array.isArray(errors) && errors.every(isJsonObject))) return undefined;
  return { data: (data ?? null) as T | null, errors: (errors ?? []).map(readError) };
}

function readError({ message, extensions }: Record<string, unknown>): PlatformError {
  const { code, path, faults } = isJsonObject(extensions) ? extensions : {};
  const entries = Array.isArray(faults) ? faults.filter(isJsonObject) : Array.isArray(path) ? [{ path }] : [];
  const failure = {
    message: typeof message === 'string' ? message : 'The platform gave no reason.',
    code: typeof code === 'string' ? code : 'INTERNAL',
  };
  return { ...failure, faults: entries.map((each) => readFault(each, failure)) };
}

/** Reads a fault. A member that it lacks is that of its error. */
function readFault(
  { path, code, message }: Record<string, unknown>,
  failure: { readonly message: string; readonly code: string },
): PlatformFault {
  const steps = Array.isArray(path) ? path : [];
  return {
    path: steps.filter((step) => typeof step === 'string' || typeof step === 'number'),
    code: typeof code === 'string' ? code : failure.code,
    message: typeof message === 'string' ? message : failure.message,
  };
}
