import type { GraphQLNamedType, GraphQLSchema } from 'graphql';
import type { ApiSettings } from '../../domain/api/api-settings.ts';
import type { GraphQLCosts } from '../../domain/api/graphql-costs.ts';
import type { RegisteredOperation } from '../../domain/api/registered-operations.ts';
import { type CostRules, costRules } from '../../graphql/cost/cost-rules.ts';
import { fieldUse } from '../../graphql/schema/field-use.ts';
import { schemaInTurns } from '../../graphql/schema/schema-in-turns.ts';
import {
  kindOf,
  memberNames,
  membersOf,
  type SchemaArgument,
  type SchemaMember,
  typesFound,
} from '../../graphql/schema/schema-types.ts';
import { readInLine } from '../../graphql/server/response-budget.ts';
import { cut } from '../../graphql/server/take-skip.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';
import { ApiRef, sdlOf } from './api/api.ts';
import { builder, partArgs } from './builder.ts';

/** A schema to look at, with the costs and registered operations of its API. */
class ReadSchema {
  readonly schema: GraphQLSchema;
  readonly rules: CostRules;
  readonly #operations: readonly RegisteredOperation[];
  #use: ReturnType<typeof fieldUse> | undefined;

  private constructor(
    schema: GraphQLSchema,
    { costs = {}, registeredOperations = [] }: Pick<ApiSettings, 'costs' | 'registeredOperations'>,
  ) {
    this.schema = schema;
    this.rules = costRules(schema, costs satisfies GraphQLCosts);
    this.#operations = registeredOperations;
  }

  static async read(sdl: string, settings: ApiSettings): Promise<ReadSchema> {
    return new ReadSchema(await schemaInTurns(sdl), settings);
  }

  /** The registered operations that select a field, by their ids. */
  async usersOf(coordinate: string): Promise<string[]> {
    this.#use ??= fieldUse(this.schema, this.#operations);
    return [...((await this.#use).get(coordinate) ?? [])];
  }
}

type ReadType = { readonly of: ReadSchema; readonly type: GraphQLNamedType };
type ReadMember = SchemaMember & { readonly of: ReadSchema };

const KindEnum = builder.enumType('GraphQLSchemaTypeKind', {
  description: 'What kind of type it is.',
  values: {
    OBJECT: { description: 'An object type: it has fields.' },
    INTERFACE: { description: 'An interface: it has fields.' },
    UNION: { description: 'A union: its members are types.' },
    ENUM: { description: 'An enum: its members are values.' },
    INPUT_OBJECT: { description: 'An input object: it has input fields.' },
    SCALAR: { description: 'A scalar: it has no members.' },
  } as const,
});

const ArgumentRef = builder.objectRef<SchemaArgument>('GraphQLSchemaArgument').implement({
  description: 'An argument of a field of a GraphQL schema.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    coordinate: t.exposeString('coordinate', {
      description: 'Its schema coordinate, for example `Query.users(max:)`.',
    }),
    type: t.exposeString('type', { description: 'Its type as it is written, for example `[ID!]`.' }),
    defaultValue: t.exposeString('defaultValue', {
      nullable: true,
      description: 'Its default as it is written; null where it has none.',
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What the schema says of it.',
    }),
  }),
});

const MemberRef = builder.objectRef<ReadMember>('GraphQLSchemaMember').implement({
  description: 'A field, an input field, a value of an enum, or a type of a union.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    coordinate: t.exposeString('coordinate', {
      description: 'Its schema coordinate, as plans hide it and cost rules name it: `User.email`.',
    }),
    type: t.exposeString('type', {
      nullable: true,
      description: 'Its type as it is written, for example `[User!]!`; null of a value of an enum.',
    }),
    namedType: t.exposeString('namedType', {
      nullable: true,
      description: 'The name of its type without lists, for example `User`.',
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What the schema says of it.',
    }),
    deprecationReason: t.exposeString('deprecationReason', {
      nullable: true,
      description: 'Why it is deprecated; null where it is not.',
    }),
    arguments: t.field({
      type: [ArgumentRef],
      description: 'The arguments of a field.',
      resolve: (member) => [...member.arguments],
    }),
    weight: t.exposeFloat('weight', {
      nullable: true,
      description:
        'What it costs each time, without what is selected in it; null where it has no cost of its own.',
    }),
    listSize: t.exposeInt('listSize', {
      nullable: true,
      description:
        'How long its list is taken to be where no slicing argument says so; null of what is no list.',
    }),
    slicingArguments: t.stringList({
      description: 'The arguments that say how long its list is.',
      resolve: ({ slicingArguments }) => [...slicingArguments],
    }),
    usedBy: t.stringList({
      description:
        'The ids of the registered operations that select it. Calls of other documents are not counted by field.',
      resolve: ({ of, coordinate }) => of.usersOf(coordinate),
    }),
  }),
});

const TypeRef = builder.objectRef<ReadType>('GraphQLSchemaType').implement({
  description: 'A type of a GraphQL schema.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.', resolve: ({ type }) => type.name }),
    kind: t.field({ type: KindEnum, description: 'What kind it is.', resolve: ({ type }) => kindOf(type) }),
    description: t.string({
      nullable: true,
      description: 'What the schema says of it.',
      resolve: ({ type }) => type.description,
    }),
    memberCount: t.int({
      description: 'How many members it has.',
      resolve: ({ type }) => memberNames(type).length,
    }),
    members: t.field({
      type: [MemberRef],
      description: 'Its fields, values or types, in the order of the schema.',
      args: partArgs,
      resolve: ({ of, type }, part) =>
        cut(membersOf(type, of.rules), part).map((member): ReadMember => ({ ...member, of })),
    }),
  }),
});

const SEARCH_MAX = 100;
const searchArg = {
  description:
    'Only types with this text in their name or that of a member, in any case: `user`, `User.em`; the first 100 characters of it.',
};

const found = ({ schema }: ReadSchema, search: string | null | undefined) =>
  typesFound(schema, search?.slice(0, SEARCH_MAX));

const SchemaRef = builder.objectRef<ReadSchema>('GraphQLSchema').implement({
  description: 'A GraphQL schema by its types, with what they cost.',
  fields: (t) => ({
    types: t.field({
      type: [TypeRef],
      description: 'Its types: the root types first, the others by name.',
      args: { search: t.arg.string(searchArg), ...partArgs },
      resolve: (of, { search, ...part }) => cut(found(of, search), part).map((type) => ({ of, type })),
    }),
    typeCount: t.int({
      description: 'How many types it has.',
      args: { search: t.arg.string(searchArg) },
      resolve: (of, { search }) => found(of, search).length,
    }),
    type: t.field({
      type: TypeRef,
      nullable: true,
      description: 'One type of it; null where it has none of that name.',
      args: { name: t.arg.string({ required: true, description: 'The name of the type.' }) },
      resolve: (of, { name }) => {
        const type = of.schema.getType(name);
        return type ? { of, type } : null;
      },
    }),
  }),
});

builder.objectFields(ApiRef, (t) => ({
  schema: t.field({
    type: SchemaRef,
    nullable: true,
    description: 'The schema of a GraphQL API by its types; null for a REST API.',
    resolve: (api, _args, context) =>
      readInLine(context, async () => {
        const sdl = await sdlOf(context, api);
        return sdl == null ? null : ReadSchema.read(sdl, stored<ApiSettings>(api.settings));
      }),
  }),
}));

builder.prismaObjectField('GraphQLServer', 'schema', (t) =>
  t.field({
    type: SchemaRef,
    nullable: true,
    description: 'Its schema by its types; null until it is Ready.',
    select: { sdl: true },
    resolve: ({ sdl }, _args, context) =>
      readInLine(context, async () => (sdl === null ? null : ReadSchema.read(sdl, {}))),
  }),
);
