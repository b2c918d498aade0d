import type { Prisma } from './generated/prisma/client.ts';

/** Reads a JSON column as the type that the code which writes it gives it. */
export function stored<T>(value: Prisma.JsonValue): T {
  return value as unknown as T;
}

/** Writes a value of a known type into a JSON column. */
export function toStore(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue;
}
