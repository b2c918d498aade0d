import { Prisma } from '../../../bundles/prisma.js';
import { Refusal, refusal } from '../../foundation/errors.ts';

const RETRY_AFTER_SECONDS = '5';

/** Prisma's codes for a database that is out of reach. It may also be too busy to begin or finish a transaction. */
const CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
/** Kinds of the adapter with that meaning, for statements sent without Prisma's engine. */
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
/** Codes of the system and of PostgreSQL (Appendix A), for statements without Prisma. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
/** Messages of pg for a connection that failed, broke, or does not answer. It has no codes. */
const SENTENCE = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** Returns the refusal for an error of a database out of reach. Undefined for any other error. */
export function outOfReach(error: unknown): Refusal | undefined {
  if (error instanceof Refusal && error.code === 'TEMPORARILY_UNAVAILABLE') return error;
  if (!isOutOfReach(error)) return undefined;
  return refusal('TEMPORARILY_UNAVAILABLE', {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    cause: error,
  });
}

function isOutOfReach(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError)
    return CODES.has(error.code) || KINDS.has(kindOf(error));
  if (!(error instanceof Error)) return false;
  return SYSTEM_CODES.has((error as NodeJS.ErrnoException).code ?? '') || SENTENCE.test(error.message);
}

function kindOf({ meta }: Prisma.PrismaClientKnownRequestError): string {
  const thrown = meta?.['driverAdapterError'] as { cause?: { kind?: string } } | undefined;
  return thrown?.cause?.kind ?? '';
}
