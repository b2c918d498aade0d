import { buildSchema, printSchema } from 'graphql';
import { type Refusal, refusal } from '../../foundation/errors.ts';
import { schemaView } from './schema-view.ts';

/** A schema as SDL, and its hidden coordinates. */
type SchemaHidden = { readonly sdl: string; readonly hidden: readonly string[] };

/** Returns a schema without its hidden parts, as SDL. Large schemas are handled in a child process. */
export function viewOfSchema({ sdl, hidden }: SchemaHidden): string {
  const view = schemaView(buildSchema(sdl, { assumeValidSDL: true, noLocation: true }), hidden);
  // Several plans together may hide every query.
  return view.getQueryType() ? printSchema(view) : 'type Query';
}

/** Describes the work for a child process. */
export const schemaViewTask = (input: SchemaHidden) => ({
  module: 'graphql/schema/schema-view-task',
  work: viewOfSchema,
  input,
  tooMuch: (amount: string): Refusal =>
    refusal('TEMPORARILY_UNAVAILABLE', { detail: `To make the schema takes ${amount}: try again.` }),
});
