import type { IncomingMessage } from 'node:http';
import type { ContractChecks, ContractFault } from '../../../openapi/contract/contract-checks.ts';
import type { PlannedContent } from '../../../openapi/contract/operation-plan.ts';
import { contentOf } from '../../../openapi/contract/request-faults.ts';

/** Largest body that is checked. A larger one streams to the back-end, and is counted as unchecked. */
export const CHECKED_BYTES_MAX = 100_000;

/** A finding on a body by its headers. `CHECKED` has the check that reads it. */
export type BodyFinding =
  | { readonly is: 'NOTHING' | 'UNCHECKED' }
  | { readonly is: 'FAULT'; readonly fault: ContractFault }
  | { readonly is: 'CHECKED'; readonly check: string };

const NOTHING: BodyFinding = { is: 'NOTHING' };
const UNCHECKED: BodyFinding = { is: 'UNCHECKED' };
const UTF8 = /;\s*charset="?(?!utf-?8\b)/i;

/** Tells by its headers how a body is checked. */
export function bodyFinding({ plan: { body } }: ContractChecks, { headers }: IncomingMessage): BodyFinding {
  if (!body || body.content.length === 0) return NOTHING;
  const { 'content-length': length, 'content-type': type, 'content-encoding': coding = 'identity' } = headers;
  const hasBody = (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
  if (!hasBody) return body.required ? faultAt('/body', 'required') : NOTHING;
  if (type === undefined) return faultAt('/header/Content-Type', 'required');
  const content = contentFor(body.content, type);
  if (!content) return faultAt('/header/Content-Type', 'mediaType');
  const isReadable = coding === 'identity' && !UTF8.test(type) && !(Number(length) > CHECKED_BYTES_MAX);
  return content.check === null || !isReadable ? UNCHECKED : { is: 'CHECKED', check: content.check };
}

/** The description of a media type. Most callers write it as documents do. */
const contentFor = (content: readonly PlannedContent[], type: string): PlannedContent | undefined =>
  content.find(({ range }) => range === type) ??
  contentOf(content, (type.split(';', 1)[0] ?? '').trim().toLowerCase());

const faultAt = (pointer: string, keyword: string): BodyFinding => ({
  is: 'FAULT',
  fault: { pointer, keyword },
});

/** Finds the fault of a body. @throws TooMuchWork; RangeError for one that is nested too deep */
export function bodyFault(checks: ContractChecks, check: string, bytes: Buffer): ContractFault | undefined {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return { pointer: '/body', keyword: 'json' };
  }
  const fault = checks.faultOf(check, value);
  return fault && { pointer: `/body${fault.pointer}`, keyword: fault.keyword };
}
