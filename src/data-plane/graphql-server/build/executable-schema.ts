import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLID,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLUnionType,
  parseType,
  specifiedScalarTypes,
  typeFromAST,
} from 'graphql';
import { isObject } from '../../../foundation/json.ts';
import type {
  FieldModel,
  OperationModel,
  ServerModel,
  TypeModel,
} from '../../../openapi/to-graphql/model.ts';
import { guardRootField } from '../rest/guard-root-field.ts';
import { recordMember } from '../rest/record-member.ts';
import type { BoundOperation, RestBackEnd } from '../rest/rest-call.ts';
import { linkResolver, operationResolver } from '../rest/rest-resolver.ts';
import { executableScalars } from '../rest/scalars.ts';
import type { GraphQLServerContext } from '../serve/context.ts';
import { typeResolver } from './union-type-resolver.ts';

/** A model without the report of it. */
export type ExecutableModel = Pick<ServerModel, 'types' | 'operations'>;

type FieldConfig = GraphQLFieldConfig<unknown, GraphQLServerContext>;

const DEPRECATED = 'The document of the back-end says that it is deprecated.';
const roots = {
  Query: 'What can be asked of the back-ends; several queries in one document are answered together.',
  Mutation: 'What can be changed at the back-ends; several mutations in one document follow one another.',
};

/** The parts of a schema. Fields of its types are made at their first use. */
export type SchemaParts = {
  readonly types: readonly GraphQLNamedType[];
  readonly query: GraphQLObjectType;
  readonly mutation: GraphQLObjectType | null;
};

/**
 * Makes a GraphQL server of its model: each root field calls its back-end.
 *
 * @param backEnds where the sources are, by their names
 */
export function schemaParts(model: ExecutableModel, backEnds: ReadonlyMap<string, RestBackEnd>): SchemaParts {
  const types = new ExecutableTypes(model, backEnds);
  return {
    types: types.all(),
    query: types.root('Query') ?? emptyQueryType(),
    mutation: types.root('Mutation') ?? null,
  };
}

type ValueType = GraphQLOutputType & GraphQLInputType;

/** The types of a model. Fields are made at the first use of their type, when all types are there. */
class ExecutableTypes {
  readonly #backEnds: ReadonlyMap<string, RestBackEnd>;
  readonly #operations: readonly OperationModel[];
  /** Operations by source and id. */
  readonly #byId: ReadonlyMap<string, OperationModel>;
  readonly #models: ReadonlyMap<string, TypeModel>;
  /** Types whose records can have links. */
  readonly #linking: ReadonlySet<string>;
  readonly #named = new Map<string, GraphQLNamedType>([
    ...specifiedScalarTypes.map((scalar) => [scalar.name, scalar] as const),
    ...executableScalars,
  ]);
  /** Types that are written with brackets or `!`, by their text. */
  readonly #wrapped = new Map<string, ValueType>();

  constructor({ types, operations }: ExecutableModel, backEnds: ReadonlyMap<string, RestBackEnd>) {
    this.#backEnds = backEnds;
    this.#operations = operations;
    this.#byId = new Map(operations.map((operation) => [`${operation.source} ${operation.id}`, operation]));
    this.#models = new Map(types.map((type) => [type.name, type]));
    this.#linking = linkingTypes(types);
    for (const type of types) this.#named.set(type.name, this.#typeOfModel(type));
  }

  all(): readonly GraphQLNamedType[] {
    return [...this.#named.values()];
  }

  /** Makes a root type. Undefined where it would have no fields. */
  root(name: keyof typeof roots): GraphQLObjectType | undefined {
    const own = this.#operations.filter(({ root }) => root === name);
    if (own.length === 0) return undefined;
    const fields = own.map((operation) => [operation.field, this.#rootField(operation)]);
    const type = new GraphQLObjectType({
      name,
      description: roots[name],
      fields: Object.fromEntries(fields),
    });
    for (const field of Object.values(type.getFields())) guardRootField(field);
    return type;
  }

  #rootField(operation: OperationModel): FieldConfig {
    const args = operation.arguments.map(({ name, type, description }) => [
      name,
      { type: this.#typeOf(type), description },
    ]);
    return {
      type: this.#typeOf(operation.type),
      args: Object.fromEntries(args),
      description: operation.description,
      ...(operation.isDeprecated && { deprecationReason: DEPRECATED }),
      resolve: operationResolver(this.#bound(operation)),
    };
  }

  #bound(operation: OperationModel): BoundOperation {
    const { source, type } = operation;
    const backEnd = this.#backEnds.get(source);
    if (!backEnd) throw new TypeError(`There is no source ${source} in the row of a GraphQL server.`);
    return {
      operation,
      backEnd,
      typeOf: (text) => this.#typeOf(text),
      linked: (id) => this.#byId.get(`${source} ${id}`),
      hasLinks: this.#linking.has(type.replace(/[[\]!]/g, '')),
    };
  }

  #typeOf(text: string): ValueType {
    const known = this.#named.get(text) ?? this.#wrapped.get(text);
    if (known) return known as ValueType;
    const schema = { getType: (name: string) => this.#named.get(name) } as GraphQLSchema;
    const found = typeFromAST(schema, parseType(text) as never) as ValueType | undefined;
    if (!found) throw new TypeError(`There is no type ${text} in the model of a GraphQL server.`);
    this.#wrapped.set(text, found);
    return found;
  }

  #typeOfModel(type: TypeModel): GraphQLNamedType {
    const { name, description } = type;
    switch (type.kind) {
      case 'ENUM': {
        const values = type.values.map(({ name: key, value }) => [key, { value }]);
        return new GraphQLEnumType({ name, description, values: Object.fromEntries(values) });
      }
      case 'INPUT':
        return new GraphQLInputObjectType({
          name,
          description,
          fields: () => Object.fromEntries(type.fields.map((field) => [field.name, this.#inputField(field)])),
        });
      case 'OBJECT':
        return new GraphQLObjectType({
          name,
          description,
          fields: () => Object.fromEntries(type.fields.map((field) => [field.name, this.#field(field)])),
          // Else a text would be taken for a record without fields.
          isTypeOf: isObject,
        });
      case 'UNION':
        return new GraphQLUnionType({
          name,
          description,
          types: () => type.types.map((each) => this.#named.get(each) as GraphQLObjectType),
          resolveType: typeResolver(type, this.#models),
          extensions: { isByRecord: true },
        });
    }
  }

  #field({ name, member = name, type, link, description, isDeprecated }: FieldModel): FieldConfig {
    return {
      type: this.#typeOf(type),
      description,
      ...(isDeprecated && { deprecationReason: DEPRECATED }),
      ...(link
        ? { resolve: linkResolver(link, (operation) => this.#bound(operation)) }
        : recordMember(member)),
    };
  }

  #inputField({ name, member = name, type, description, isDeprecated }: FieldModel): GraphQLInputFieldConfig {
    return {
      type: this.#typeOf(type),
      description,
      extensions: { member },
      ...(isDeprecated && { deprecationReason: DEPRECATED }),
    };
  }
}

/** The types whose records can have links: objects with a link, and unions of them. */
function linkingTypes(types: readonly TypeModel[]): ReadonlySet<string> {
  const objects = new Set(
    types.flatMap((type) =>
      type.kind === 'OBJECT' && type.fields.some(({ link }) => link) ? type.name : [],
    ),
  );
  const unions = types.flatMap((type) =>
    type.kind === 'UNION' && type.types.some((each) => objects.has(each)) ? type.name : [],
  );
  return new Set([...objects, ...unions]);
}

/** A schema has a query type, also where a back-end can only be changed. (GraphQL §3.3) */
function emptyQueryType(): GraphQLObjectType {
  const answers = {
    type: GraphQLID,
    description: 'Always null: the back-ends have nothing to ask.',
    resolve: () => null,
  };
  return new GraphQLObjectType({ name: 'Query', description: roots.Query, fields: { nothing: answers } });
}
