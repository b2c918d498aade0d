import { buildSchema, printSchema } from 'graphql';
import { schemaView } from '../graphql/schema-view.ts';

/** A schema as SDL, and what of it is hidden. */
export type SchemaHidden = { readonly sdl: string; readonly hidden: readonly string[] };

/** The schema without what is hidden: for a thread, where it is large. */
export function viewOfSchema({ sdl, hidden }: SchemaHidden): string {
  const view = schemaView(buildSchema(sdl, { assumeValidSDL: true }), hidden);
  // What several plans hide together may be all there is to query.
  return view.getQueryType() ? printSchema(view) : 'type Query';
}
