// What a GraphQL server is made of, as data: it crosses the border of a thread and lies in a row of the database.

/** A type as SDL writes it: `[Customer]`, `ID!`. */
export type TypeText = string;

/** What a link of OpenAPI asks another operation with: an expression (OpenAPI 3.1, "Runtime Expressions"), or a value. */
export type Link = {
  /** The id of an operation of the same source. */
  readonly operation: string;
  /** By the name of the argument. */
  readonly values: Readonly<Record<string, unknown>>;
  /** How several records are asked for at once. */
  readonly batch?: Batch;
};

/** An operation that takes a list of ids where another takes one, and answers with a list of the same type. */
export type Batch = {
  readonly operation: string;
  /** Its argument for the ids. */
  readonly argument: string;
  /** The argument of the other operation. */
  readonly id: string;
  /** The member of a record, as in JSON, that holds its id. */
  readonly member: string;
  /** How many ids it takes at a time. */
  readonly max: number;
};

export type FieldModel = {
  readonly name: string;
  readonly type: TypeText;
  readonly description: string | null;
  /** What it is called in JSON, where that is no name in GraphQL. */
  readonly member?: string;
  readonly isDeprecated?: true;
  readonly link?: Link;
};

type Named = { readonly name: string; readonly description: string | null };
export type ObjectModel = Named & {
  readonly kind: 'OBJECT' | 'INPUT';
  readonly fields: readonly FieldModel[];
};
export type EnumModel = Named & {
  readonly kind: 'ENUM';
  /** `value` is what it is in JSON. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
};
export type UnionModel = Named & {
  readonly kind: 'UNION';
  readonly types: readonly string[];
  /** The member of a record that tells its type, and the types by its values. */
  readonly discriminator?: { readonly member: string; readonly types: Readonly<Record<string, string>> };
};
export type TypeModel = ObjectModel | EnumModel | UnionModel;

/** Where the value of an argument goes. (OpenAPI 3.1, "Parameter Object") */
export type ArgumentLocation = {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body';
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
};

export type ArgumentModel = {
  readonly name: string;
  readonly type: TypeText;
  readonly description: string | null;
  readonly place: ArgumentLocation;
};

/** A root field, and the call that answers it. */
export type OperationModel = {
  readonly source: string;
  /** Its operationId, else the name made for it. */
  readonly id: string;
  readonly root: 'Query' | 'Mutation';
  readonly field: string;
  readonly type: TypeText;
  readonly description: string | null;
  readonly isDeprecated: boolean;
  readonly arguments: readonly ArgumentModel[];
  readonly method: string;
  /** With the names of its parameters in braces. */
  readonly path: string;
  /** The media type of what it sends. */
  readonly sends: string | null;
  /** How members of a form are written that are not written as `form` does, exploded. */
  readonly formStyles?: Readonly<Record<string, Pick<ArgumentLocation, 'style' | 'explode'>>>;
  /** How its answer is read. */
  readonly answer: 'JSON' | 'TEXT' | 'BYTES' | 'NONE';
};

/** What became of an operation of a document. */
export type OperationReport = {
  readonly source: string;
  /** Its operationId, else the name made for it. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** `Query.getCustomers`; null when it was left out. */
  readonly field: string | null;
  /** Why it was left out, with its place in the document. */
  readonly reason: string | null;
};

export type ServerReport = {
  readonly operations: readonly OperationReport[];
  /** What became of types that several documents have, and of what GraphQL cannot say. */
  readonly notes: readonly string[];
  /** What callers of the schema that was served before lose; of what was built long ago nobody asked. */
  readonly breaks?: readonly string[];
};

/** A GraphQL server, or what one of its sources adds to it. */
export type ServerModel = {
  readonly types: readonly TypeModel[];
  readonly operations: readonly OperationModel[];
  readonly report: ServerReport;
};
