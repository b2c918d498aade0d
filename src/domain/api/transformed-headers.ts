import { type InputPath, refuse } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';
import type { StepSide } from '../access-policy/step-expression.ts';
import { isNotFromCallers, notForCallers } from '../backend/gateway-headers.ts';

/** A name of a header. (RFC 9110 §5.6.2) */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

/** Headers that frame a body or a call, on either side. The gateway alone writes them. */
const FRAMING: ReadonlySet<string> = new Set([
  'accept-encoding',
  'accept-ranges',
  'age',
  'authentication-info',
  'content-encoding',
  'content-length',
  'content-range',
  'date',
  'host',
  'if-range',
  'max-forwards',
  'range',
  'server-timing',
  'te',
  'traceparent',
  'tracestate',
  'trailer',
  'transfer-encoding',
  'via',
]);
/** Headers of a document's call. The gateway writes them for GraphQL APIs. */
const OF_DOCUMENT: ReadonlySet<string> = new Set(['accept', 'content-type']);
/** Headers that carry credentials. A step may remove what callers send, and give nothing in its place. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'www-authenticate',
]);

type HeaderUse = {
  readonly on: StepSide;
  readonly kind: 'REST' | 'GRAPHQL';
  readonly isRemoved: boolean;
};

/** Returns a name as back-ends may read it. It is in lower case, an underscore or a dot as a hyphen. */
export const headerKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d-]/g, '-');

/** Tells whether no step may write or remove a header. The key is that of {@link headerKey}. */
export function isKeptFromSteps(key: string, on: StepSide): boolean {
  return (
    FRAMING.has(key) ||
    key.startsWith('x-gatehouse-') ||
    (on === 'REQUEST' ? isNotFromCallers(key) : notForCallers.has(key))
  );
}

/**
 * Checks the header of a step.
 *
 * @throws BAD_USER_INPUT for what is no name of a header, and for a header that no step may touch
 */
export function checkTransformedHeader(
  name: string,
  { on, kind, isRemoved }: HeaderUse,
  path: InputPath,
): void {
  const refused = (detail: string) => refuse('BAD_USER_INPUT', { detail, path });
  if (!HEADER_NAME.test(name)) refused(`${JSON.stringify(short(name))} is no name of a header.`);
  const key = headerKey(name);
  if (isKeptFromSteps(key, on) || (kind === 'GRAPHQL' && OF_DOCUMENT.has(key)))
    refused(`No step may touch ${name}: the gateway writes it, or nobody may.`);
  if (CREDENTIALS.has(key) && !isRemoved)
    refused(
      on === 'REQUEST'
        ? `${name} carries credentials: give them to the back-end with setBackend. A step may only remove it.`
        : `${name} is for the back-end to send: a step may only remove it.`,
    );
}
