/**
 * The shape of a value.
 *
 * It is the type, the members that are there, whether a list is empty, and which of the values that the document lists. No other value is in it, and no name that the document does not have.
 */
export type Shape =
  | 'any'
  | 'null'
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'true'
  | 'false'
  | { readonly enum: string | number | boolean | null }
  | { readonly object: Readonly<Record<string, Shape>>; readonly further?: true }
  | { readonly array: ArraySize; readonly items: readonly Shape[] };

export type ArraySize = '0' | '1' | 'many';

/** A body of JSON: the media type as the document has it. */
export type BodyShape = { readonly type: string; readonly shape: Shape };

/** The shape of a request or an answer. */
export type MessageShape = {
  /** Parameters that were sent, such as `query status`. Empty of an answer. */
  readonly parameters: Readonly<Record<string, Shape>>;
  /** Null where there was none, or none of JSON. */
  readonly body: BodyShape | null;
};

/** Values that a shape has. Those below are `any`. */
export const SHAPE_VALUES_MAX = 300;
export const SHAPE_DEPTH_MAX = 10;
/** Different items of a list. */
export const SHAPE_ITEMS_MAX = 4;
/** Characters of a shape. A longer one is not recorded. */
export const SHAPE_CHARACTERS_MAX = 4_000;
/** Values that a schema lists. Those of longer lists, and longer ones, are not told apart. */
export const SHAPE_LISTED_MAX = 100;
export const SHAPE_LISTED_LENGTH_MAX = 100;

export const parameterKey = ({ in: place, name }: { readonly in: string; readonly name: string }): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;
