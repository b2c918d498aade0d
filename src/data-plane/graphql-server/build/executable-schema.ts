import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
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
  UnionModel,
} from '../../../openapi/to-graphql/model.ts';
import { guardRootField } from '../rest/guard-root-field.ts';
import { recordMember } from '../rest/record-member.ts';
import type { RestBackEnd } from '../rest/rest-call.ts';
import { linkResolver, operationResolver } from '../rest/rest-resolver.ts';
import { executableScalars } from '../rest/scalars.ts';
import type { GraphQLServerContext } from '../serve/context.ts';

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
 * A GraphQL server of its model: each root field calls its back-end.
 *
 * @param backEnds where the sources are, by their names
 */
export function schemaParts(
  { types, operations }: ExecutableModel,
  backEnds: ReadonlyMap<string, RestBackEnd>,
): SchemaParts {
  const named = new Map<string, GraphQLNamedType>([
    ...specifiedScalarTypes.map((scalar) => [scalar.name, scalar] as const),
    ...executableScalars,
  ]);
  const typesByText = new Map<string, GraphQLOutputType & GraphQLInputType>();
  const typeOf = (text: string) => {
    const known = named.get(text) ?? typesByText.get(text);
    if (known) return known as GraphQLOutputType & GraphQLInputType;
    const found = typeFromAST(
      { getType: (name: string) => named.get(name) } as GraphQLSchema,
      parseType(text) as never,
    ) as (GraphQLOutputType & GraphQLInputType) | undefined;
    if (!found) throw new TypeError(`There is no type ${text} in the model of a GraphQL server.`);
    typesByText.set(text, found);
    return found;
  };
  const linking = linkingTypes(types);
  const byId = new Map(operations.map((operation) => [`${operation.source} ${operation.id}`, operation]));
  const bound = (operation: OperationModel) => {
    const backEnd = backEnds.get(operation.source);
    if (!backEnd)
      throw new TypeError(`There is no source ${operation.source} in the row of a GraphQL server.`);
    return {
      operation,
      backEnd,
      typeOf,
      linked: (id: string) => byId.get(`${operation.source} ${id}`),
      hasLinks: linking.has(operation.type.replace(/[[\]!]/g, '')),
    };
  };
  const fieldConfig = (field: FieldModel): FieldConfig => {
    const { name, member = name, link, description, isDeprecated } = field;
    return {
      type: typeOf(field.type),
      description,
      ...(isDeprecated && { deprecationReason: DEPRECATED }),
      ...(link ? { resolve: linkResolver(link, bound) } : recordMember(member)),
    };
  };
  const models = new Map(types.map((type) => [type.name, type]));
  for (const type of types) named.set(type.name, namedType(type, { named, models, typeOf, fieldConfig }));

  const rootType = (name: keyof typeof roots) => {
    const own = operations.filter(({ root }) => root === name);
    if (own.length === 0) return undefined;
    const fields = own.map((operation): [string, FieldConfig] => [
      operation.field,
      {
        type: typeOf(operation.type),
        args: argumentsOf(operation, typeOf),
        description: operation.description,
        ...(operation.isDeprecated && { deprecationReason: DEPRECATED }),
        resolve: operationResolver(bound(operation)),
      },
    ]);
    const type = new GraphQLObjectType({
      name,
      description: roots[name],
      fields: Object.fromEntries(fields),
    });
    for (const field of Object.values(type.getFields())) guardRootField(field);
    return type;
  };
  return {
    types: [...named.values()],
    query: rootType('Query') ?? emptyQueryType(),
    mutation: rootType('Mutation') ?? null,
  };
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

type NamedTypeContext = {
  readonly named: ReadonlyMap<string, GraphQLNamedType>;
  readonly models: ReadonlyMap<string, TypeModel>;
  readonly typeOf: (text: string) => GraphQLOutputType & GraphQLInputType;
  readonly fieldConfig: (field: FieldModel) => FieldConfig;
};

function namedType(
  type: TypeModel,
  { named, models, typeOf, fieldConfig }: NamedTypeContext,
): GraphQLNamedType {
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
        fields: () =>
          Object.fromEntries(
            type.fields.map((field) => [
              field.name,
              {
                type: typeOf(field.type),
                description: field.description,
                extensions: { member: field.member ?? field.name },
                ...(field.isDeprecated && { deprecationReason: DEPRECATED }),
              },
            ]),
          ),
      });
    case 'OBJECT':
      return new GraphQLObjectType({
        name,
        description,
        fields: () => Object.fromEntries(type.fields.map((field) => [field.name, fieldConfig(field)])),
        // Else a text would be taken for a record without fields.
        isTypeOf: isObject,
      });
    case 'UNION':
      return new GraphQLUnionType({
        name,
        description,
        types: () => type.types.map((each) => named.get(each) as GraphQLObjectType),
        resolveType: typeResolver(type, models),
        extensions: { isByRecord: true },
      });
  }
}

/**
 * Resolves the type of a record by its discriminator, else by its members.
 *
 * The type with the most of its members counts, and of such the one with the fewest that it lacks.
 */
function typeResolver({ types, discriminator }: UnionModel, models: NamedTypeContext['models']) {
  const membersOf = (name: string) => {
    const model = models.get(name);
    const fields = model?.kind === 'OBJECT' ? model.fields.filter(({ link }) => !link) : [];
    return fields.map(({ name: field, member = field, type }) => ({ member, isSure: type.endsWith('!') }));
  };
  const shapes = types.map((name) => {
    const members = membersOf(name);
    const sure = members.filter(({ isSure }) => isSure).map(({ member }) => member);
    return { name, known: new Set(members.map(({ member }) => member)), sure };
  });
  return (record: unknown): string | undefined => {
    if (!isObject(record)) return undefined;
    const value = discriminator && String(record[discriminator.member]);
    if (value !== undefined && Object.hasOwn(discriminator?.types ?? {}, value))
      return discriminator?.types[value];
    const own = Object.keys(record);
    const fits = shapes.map(({ name, known, sure }) => ({
      name,
      strange: own.filter((member) => !known.has(member)).length,
      missing: sure.filter((member) => !Object.hasOwn(record, member)).length,
    }));
    return fits.sort((a, b) => a.strange - b.strange || a.missing - b.missing)[0]?.name;
  };
}

function argumentsOf(
  operation: OperationModel,
  typeOf: NamedTypeContext['typeOf'],
): GraphQLFieldConfigArgumentMap {
  return Object.fromEntries(
    operation.arguments.map(({ name, type, description }) => [name, { type: typeOf(type), description }]),
  );
}
