import { Prisma } from '../../../bundles/prisma.js';
import { Refusal, refusal } from '../../foundation/errors.ts';

const RETRY_AFTER_SECONDS = '5';
/** The SQLSTATE of a disk without room. (PostgreSQL, Appendix A: disk_full) */
const DISK_FULL = '53100';
const UNAVAILABLE: ReadonlySet<string> = new Set(['TEMPORARILY_UNAVAILABLE', 'STORAGE_FULL']);

/** Prisma's codes for a database that is out of reach. It may also be too busy to begin or finish a transaction. */
const CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
/** Kinds of the adapter with that meaning, for statements sent without Prisma's engine. */
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
/** Codes of the system and of PostgreSQL (Appendix A), for statements without Prisma. */
const SYSTEM_CODES: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // A standby, or a server on the way to be one.
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
/** Messages of pg for a connection that failed, broke, or does not answer. It has no codes. */
const SENTENCE = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** Returns the refusal for an error of a database out of reach, or without room. Undefined for any other error. */
export function outOfReach(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return UNAVAILABLE.has(error.code) ? error : undefined;
  const isFull = isStorageFull(error);
  if (!isFull && !isOutOfReach(error)) return undefined;
  return refusal(isFull ? 'STORAGE_FULL' : 'TEMPORARILY_UNAVAILABLE', {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    cause: error,
  });
}

/** Tells whether a statement failed because the disk of the database is full. */
export function isStorageFull(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError)
    return causeOf(error)?.originalCode === DISK_FULL;
  return error instanceof Error && (error as NodeJS.ErrnoException).code === DISK_FULL;
}

function isOutOfReach(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError)
    return (
      CODES.has(error.code) || KINDS.has(kindOf(error)) || SYSTEM_CODES.has(causeOf(error)?.originalCode)
    );
  if (!(error instanceof Error)) return false;
  return SYSTEM_CODES.has((error as NodeJS.ErrnoException).code) || SENTENCE.test(error.message);
}

const kindOf = (error: Prisma.PrismaClientKnownRequestError): string => causeOf(error)?.kind ?? '';

/** Words of the database's adapter on an error. */
type AdapterCause = { readonly kind?: string; readonly originalCode?: string };

function causeOf({ meta }: Prisma.PrismaClientKnownRequestError): AdapterCause | undefined {
  return (meta?.['driverAdapterError'] as { cause?: AdapterCause } | undefined)?.cause;
}
