import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../../foundation/errors.ts';
import type { Call } from '../call.ts';
import type { ResponseCostReader } from '../graphql/response-cost-reader.ts';
import type { Upstream } from '../route/upstream.ts';
import type { CallChanges } from '../transform/call-changes.ts';
import type { CallCache } from './call-cache.ts';

/** Reads the answer of a back-end along, as it comes. */
export type AnswerTap = {
  onSent?(): void;
  onHead(status: number, headers: readonly string[]): void;
  onData(chunk: Buffer): void;
  /** May be told of the end twice. */
  onEnd(): void;
};

/** The request of a call to its back-end, but for the target. */
export type Forwarding = {
  /** Returns path and query on a target. */
  readonly pathOn: (call: Call, upstream: Upstream) => string;
  /** The pass for a GraphQL server of this platform. It names the caller, and is null for any other back-end. */
  readonly pass: string | null;
  readonly method: string;
  readonly body: IncomingMessage | Buffer | null;
  /** The fault of an answer by its head; null passes any. Headers are names and values in turn. */
  readonly faultOf: ((status: number, headers: readonly string[]) => Refusal | undefined) | null;
  /** Reads the answer besides; null lets it pass untouched. */
  readonly reader: ResponseCostReader | null;
  /** Tells whether errors of a GraphQL answer are passed on without the server's details. */
  readonly cleansErrors: boolean;
  /** The changes that the steps of its API make; null for none. */
  readonly changes: CallChanges | null;
  /** The answers that are kept of its API; null for none. */
  readonly cache: CallCache | null;
  /** The tap by which its answer is checked; null for none. */
  readonly checkTap: AnswerTap | null;
  /** The tap by which a rehearsed successor's answer is compared with it; null for none. */
  readonly comparisonTap: AnswerTap | null;
};
