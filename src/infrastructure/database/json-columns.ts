import type { Prisma } from './generated/prisma/client.ts';

/** Reads a JSON column as the type of the code that writes it. */
export function stored<T>(value: Prisma.JsonValue): T {
  return value as unknown as T;
}

/** Converts a value for a JSON column. */
export function toStore(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue;
}
