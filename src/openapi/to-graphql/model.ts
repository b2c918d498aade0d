// The model of a GraphQL server is plain data: it is passed between processes and stored in the database.

/** A type in SDL: `[Customer]`, `ID!`. */
export type TypeText = string;

/** The arguments of a link: expressions (OpenAPI 3.1, "Runtime Expressions") or values. */
export type Link = {
  /** The id of an operation of the same source. */
  readonly operation: string;
  /** Values by the name of the argument. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The way to fetch several records at once. */
  readonly batch?: Batch;
};

/** An operation that takes a list of ids where another takes one. It answers with a list of the same type. */
export type Batch = {
  readonly operation: string;
  /** The argument of the ids. */
  readonly argument: string;
  /** The argument of the other operation. */
  readonly id: string;
  /** The member of a record, as in JSON, that holds its id. */
  readonly member: string;
  /** The number of ids that it takes at a time. */
  readonly max: number;
};

export type FieldModel = {
  readonly name: string;
  readonly type: TypeText;
  readonly description: string | null;
  /** The name in JSON, where that is no name in GraphQL. */
  readonly member?: string;
  readonly isDeprecated?: true;
  readonly link?: Link;
};

type NamedModel = { readonly name: string; readonly description: string | null };
export type ObjectModel = NamedModel & {
  readonly kind: 'OBJECT' | 'INPUT';
  readonly fields: readonly FieldModel[];
};
export type EnumModel = NamedModel & {
  readonly kind: 'ENUM';
  /** `value` is the value in JSON. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
};
export type UnionModel = NamedModel & {
  readonly kind: 'UNION';
  readonly types: readonly string[];
  /** The member of a record that tells its type, and the types by its values. */
  readonly discriminator?: { readonly member: string; readonly types: Readonly<Record<string, string>> };
};
export type TypeModel = ObjectModel | EnumModel | UnionModel;

/** The location of an argument's value. (OpenAPI 3.1, "Parameter Object") */
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

/** A root field and the REST operation that it calls. */
export type OperationModel = {
  readonly source: string;
  /** The operationId, else a generated name. */
  readonly id: string;
  readonly root: 'Query' | 'Mutation';
  readonly field: string;
  readonly type: TypeText;
  readonly description: string | null;
  readonly isDeprecated: boolean;
  readonly arguments: readonly ArgumentModel[];
  readonly method: string;
  /** The path, with the names of its parameters in braces. */
  readonly path: string;
  /** The media type of the request body. */
  readonly sends: string | null;
  /** Styles of form members that differ from `form`, exploded. */
  readonly formStyles?: Readonly<Record<string, Pick<ArgumentLocation, 'style' | 'explode'>>>;
  /** The form that the answer is read in. */
  readonly answer: 'JSON' | 'TEXT' | 'BYTES' | 'NONE';
};

/** The result of converting an operation of a document. */
export type OperationReport = {
  readonly source: string;
  /** The operationId, else a generated name. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** `Query.getCustomers`; null when it was left out. */
  readonly field: string | null;
  /** The reason that it was left out, with its place in the document. */
  readonly reason: string | null;
};

export type ServerReport = {
  readonly operations: readonly OperationReport[];
  /** Notes about types that several documents share, and about parts that GraphQL cannot express. */
  readonly notes: readonly string[];
  /** Changes that break callers of the schema served before. Absent for servers built before this was checked. */
  readonly breaks?: readonly string[];
};

/** A GraphQL server, or the part that one source contributes. */
export type ServerModel = {
  readonly types: readonly TypeModel[];
  readonly operations: readonly OperationModel[];
  readonly report: ServerReport;
};
