import { GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { type DocumentBounds, documentBoundsOf, tooManyParts } from '../../../domain/api/document-bounds.ts';
import type { RegisteredOperation } from '../../../domain/api/registered-operations.ts';
import { refuse } from '../../../foundation/errors.ts';
import { definedIn } from '../../../graphql/validation/definitions.ts';
import { documentRules } from '../../../graphql/validation/known-operation-types.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ApiRef } from './api.ts';

const id =
  'What callers name it by, as `documentId` or as the `sha256Hash` of a persisted query: the SHA-256 of the document, hexadecimal, unless given.';
const document = 'The document, which is valid for the schema.';

const RegisteredOperationRef = builder
  .objectRef<RegisteredOperation>('GraphQLRegisteredOperation')
  .implement({
    description: 'A GraphQL document that callers of an API may name instead of sending it.',
    fields: (t) => ({
      id: t.exposeString('id', { description: id }),
      document: t.exposeString('document', { description: document }),
    }),
  });

builder.objectFields(ApiRef, (t) => ({
  registeredOperations: t.field({
    type: [RegisteredOperationRef],
    nullable: true,
    description:
      'The documents that callers may name instead of sending them, and the only ones of a plan with `registeredOperationsOnly`; null for a REST API.',
    resolve: ({ kind, settings }) =>
      kind === 'GRAPHQL' ? (stored<ApiSettings>(settings).registeredOperations ?? []) : null,
  }),
}));

export const RegisteredOperationInput = builder.inputType('GraphQLRegisteredOperationInput', {
  description: 'A GraphQL document that callers of an API may name instead of sending it.',
  fields: (t) => ({
    id: t.string({ description: id }),
    document: t.string({ required: true, description: document }),
  }),
});

/** @throws BAD_USER_INPUT when an operation is not valid for the schema */
export function checkRegisteredOperations(schema: GraphQLSchema, settings: ApiSettings): void {
  const [fault] = operationFaults(schema, settings);
  if (fault)
    refuse('BAD_USER_INPUT', {
      detail: `The operation ${fault.id} is not valid: ${fault.message}`,
      path: ['input', 'registeredOperations', fault.index, 'document'],
    });
}

type OperationFault = { readonly index: number; readonly id: string; readonly message: string };

/** Lists the registered operations that are not valid for a schema, with the reason. */
export function operationFaults(
  schema: GraphQLSchema,
  { registeredOperations = [], documentBounds }: ApiSettings,
): OperationFault[] {
  return registeredOperations.flatMap((operation, index) => {
    const message = faultOf(operation, schema, documentBoundsOf(documentBounds));
    return message === undefined ? [] : [{ index, id: operation.id, message }];
  });
}

/**
 * Finds the fault of a registered operation. A document beyond the bounds of its API would be refused at every call.
 */
function faultOf(
  { document: text }: RegisteredOperation,
  schema: GraphQLSchema,
  bounds: DocumentBounds,
): string | undefined {
  try {
    const document = parse(text, { maxTokens: bounds.maxTokens });
    const tooMany = tooManyParts(definedIn(document), bounds);
    const [error] = tooMany ? [tooMany] : validate(schema, document, documentRules, { maxErrors: 1 });
    return error?.message;
  } catch (error) {
    if (error instanceof GraphQLError) return error.message;
    throw error;
  }
}
