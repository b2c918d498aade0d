import { buildSchema, printSchema } from 'graphql';
import { type Refusal, refusal } from '../../foundation/errors.ts';
import { schemaView } from './schema-view.ts';

/** A schema as SDL, and what of it is hidden. */
export type SchemaHidden = { readonly sdl: string; readonly hidden: readonly string[] };

/** Returns a schema without what is hidden, as SDL: for a thread, where it is large. */
export function viewOfSchema({ sdl, hidden }: SchemaHidden): string {
  const view = schemaView(buildSchema(sdl, { assumeValidSDL: true, noLocation: true }), hidden);
  // What several plans hide together may be all there is to query.
  return view.getQueryType() ? printSchema(view) : 'type Query';
}

/** Says how to make a view in a thread. */
export const schemaViewTask = (input: SchemaHidden) => ({
  module: 'graphql/schema/schema-view-task',
  work: viewOfSchema,
  input,
  tooMuch: (amount: string): Refusal =>
    refusal('TEMPORARILY_UNAVAILABLE', { detail: `To make the schema takes ${amount}: try again.` }),
});
