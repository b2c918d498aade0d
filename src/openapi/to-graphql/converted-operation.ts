import type { FieldModel, OperationModel } from './model.ts';
import type { RestOperation } from './rest-operations.ts';

/** An operation that became a field. */
export type ConvertedOperation = { readonly rest: RestOperation; readonly model: OperationModel };

/** Returns the fields of an object type. Undefined when it is none. */
export type FieldsOf = (type: string) => readonly FieldModel[] | undefined;
