import type { GraphQLServer } from '../../../infrastructure/database/generated/prisma/client.ts';
import { type AccessByPath, endpointAccessOf } from './endpoint-access.ts';
import { pathsOfRow } from './stored-endpoint.ts';

/** The relation that a server's paths are made of. */
export const include = { org: { select: { name: true } } } as const;
/** Columns of a server that are shown, and not needed to serve it. */
export const builtSelect = { sources: true, report: true, sdl: true } as const;
/** All of a row that is large. */
export const light = { sources: true, report: true, sdl: true, built: true } as const;
/** A row without what is large. */
export type LightServerRow = Omit<GraphQLServer, keyof typeof light> & {
  readonly org: { readonly name: string };
};

/** Returns the access rules of servers by their paths. */
export const accessByPathOf = (rows: readonly LightServerRow[]): NonNullable<AccessByPath> =>
  new Map(rows.flatMap((row) => pathsOfRow(row).map((path) => [path, endpointAccessOf(row)] as const)));
