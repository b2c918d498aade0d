import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  TypeInfo,
  ValidationContext,
  visitInParallel,
  visitWithTypeInfo,
} from 'graphql';
import { type Visitor, walkInSteps } from './document-walk.ts';
import { rulesBesidesMerging } from './known-operation-types.ts';
import { FieldMerging } from './overlapping-fields.ts';

type ValidationInSteps = {
  readonly maxErrors: number;
  /** Reports the steps that merging fields took. */
  readonly onSteps: (steps: number) => void;
};

/**
 * Validates a document by every rule of the specification, step by step. `validate` of GraphQL.js does the same at
 * once; it takes some milliseconds, and calls would wait. Errors suggest no names. A test compares the errors with those
 * of `validate`.
 */
export function* validationInSteps(
  schema: GraphQLSchema,
  document: DocumentNode,
  { maxErrors, onSteps }: ValidationInSteps,
): Generator<void, readonly GraphQLError[]> {
  const errors: GraphQLError[] = [];
  const report = (error: GraphQLError) => {
    if (errors.length >= maxErrors) throw new TooManyErrors();
    errors.push(error);
  };
  const types = new TypeInfo(schema);
  const context = new ValidationContext(schema, document, types, report, true);
  const visitors = visitInParallel(rulesBesidesMerging.map((rule) => rule(context)));
  try {
    yield* walkInSteps(document, visitWithTypeInfo(types, visitors) as Visitor);
    const merging = new FieldMerging(schema, document);
    const conflicts = yield* merging.conflicts();
    onSteps(merging.steps);
    for (const each of conflicts) report(each);
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
    errors.push(new GraphQLError('Too many validation errors, error limit reached. Validation aborted.'));
  }
  return errors;
}

class TooManyErrors extends Error {}
