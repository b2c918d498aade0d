import { Refusal, refusal } from '../../foundation/errors.ts';
import { Prisma } from './generated/prisma/client.ts';

const RETRY_AFTER_SECONDS = '5';

/** Prisma's codes for a database that is out of reach, or too busy to begin or finish a transaction. */
const CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
/** The same in the words of the adapter, for statements that are sent as they are. */
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
/** The same in the words of the system and of PostgreSQL itself (Appendix A), for statements that Prisma has no part in. */
const SYSTEM_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['57P01', '57P02', '57P03', '53300'],
]);
/** What pg says, which has no code for it, of a connection that did not come about, that broke, or that is silent. */
const SENTENCE = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** The refusal that an error means, or is, when it says that the database is out of reach; undefined for any other error. */
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
