import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { LRUCache } from 'lru-cache';
import type { DocumentBounds } from '../../../domain/api/document-bounds.ts';
import type { Variables } from '../../../graphql/cost/amounts.ts';
import type { CostRules } from '../../../graphql/cost/cost-rules.ts';
import type { IntrospectionBound } from '../../../graphql/cost/introspection-size.ts';
import type { FieldSet } from '../../../infrastructure/usage/usage-batch.ts';
import type { FieldSets } from '../accounting/field-sets.ts';
import type { DocumentRefusal } from './document-refusal.ts';
import type { GraphQLRequest } from './graphql-request.ts';
import type { OperationMeasures } from './operation-measure.ts';
import type { VariableCheck } from './variable-checks.ts';
import type { FieldsOfVariables } from './variable-fields.ts';

/** The result of the validation of an operation. */
export type CheckedOperation = {
  readonly measures: OperationMeasures;
  /** The fields that it uses. */
  readonly fieldSets: readonly FieldSet[];
  /** Only where its variables may hold enum values. It then tells the fields in place of `fieldSets`. */
  readonly fieldsOf?: FieldsOfVariables;
  /** Answers an operation that selects the schema alone. No back-end gets it. */
  readonly introspect?: Introspect;
  /** Only where the plan hides something, which a variable could bring. */
  readonly checkVariables?: VariableCheck;
};

/** The result of the validation of a document: its operations by name, or its refusal. */
export type ValidatedDocument = ReadonlyMap<string | undefined, CheckedOperation> | DocumentRefusal;

/**
 * Answers an operation that selects the schema alone, as JSON.
 *
 * It answers at once, or where the schema is large, by a child process.
 *
 * @throws BAD_USER_INPUT when its variables do not fit; TEMPORARILY_UNAVAILABLE when too many wait
 */
type Introspect = (variables: Variables) => string | Promise<string>;

/** The schema of an API as a plan shows it, with its validated documents. */
export type ServedSchema = {
  readonly whole: GraphQLSchema;
  /** The schema without the parts that the plan hides. */
  readonly visible: GraphQLSchema;
  readonly rules: CostRules;
  readonly bounds: DocumentBounds;
  /** Decides which operations that ask for the schema may be answered. */
  readonly introspectionBound: IntrospectionBound;
  /** `shown` as SDL. */
  readonly sdl: string;
  readonly orgId: string;
  /** Tells it from all others. */
  readonly key: string;
  readonly documents: LRUCache<string, ValidatedDocument>;
  /** Requests by their bodies, as Latin-1. They are of a document alone, which clients send again and again. */
  readonly bodies: LRUCache<string, GraphQLRequest>;
  readonly fieldSets: FieldSets;
  /** Only of what is asked under a plan that measures answers. */
  readonly parsed: LRUCache<string, DocumentNode>;
  /** Notes that more documents are remembered. */
  readonly grown: () => void;
};

/** Characters of a schema above which a child process does more than building it. */
export const LARGE = 65_536;
