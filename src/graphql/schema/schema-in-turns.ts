import {
  type DefinitionNode,
  type GraphQLNamedType,
  GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  specifiedDirectives,
  TokenKind,
} from 'graphql';
import { Parser } from 'graphql/language/parser.js';
import { extendSchemaImpl } from 'graphql/utilities/extendSchema.js';
import { freshTurn, isTurnOver } from '../../foundation/event-loop-turns.ts';

/**
 * Builds a schema from valid SDL in several turns of the event loop. `buildSchema` of GraphQL.js does the same in one
 * turn; SDL of some megabytes takes a second, and calls would wait. Nodes have no location, which would double their
 * memory.
 *
 * It uses the parser and the builder of GraphQL.js in parts. A test compares the result with theirs.
 *
 * @throws GraphQLError when the text is no SDL
 */
export async function schemaInTurns(sdl: string): Promise<GraphQLSchema> {
  const definitions = await definitionsOf(sdl);
  const config = extendSchemaImpl(NOTHING, { kind: Kind.DOCUMENT, definitions }, { assumeValidSDL: true });
  for (const type of config.types) {
    resolve(type);
    if (isTurnOver()) await freshTurn();
  }
  const named = (name: string) => config.types.find((type) => type.name === name && isObjectType(type));
  const roots = config.astNode
    ? {}
    : { query: named('Query'), mutation: named('Mutation'), subscription: named('Subscription') };
  const missing = specifiedDirectives.filter(
    ({ name }) => !config.directives.some((directive) => directive.name === name),
  );
  return new GraphQLSchema({
    ...config,
    ...(roots as object),
    directives: [...config.directives, ...missing],
  });
}

const NOTHING = {
  description: undefined,
  types: [],
  directives: [],
  extensions: Object.create(null) as Record<string, unknown>,
  extensionASTNodes: [],
  assumeValid: true,
};

async function definitionsOf(sdl: string): Promise<DefinitionNode[]> {
  const parser = new Parser(sdl, { noLocation: true });
  const definitions: DefinitionNode[] = [];
  parser.expectToken(TokenKind.SOF);
  while (!parser.expectOptionalToken(TokenKind.EOF)) {
    definitions.push(parser.parseDefinition());
    if (isTurnOver()) await freshTurn();
  }
  return definitions;
}

/** Resolves a type's fields now. The schema then need not resolve all in one turn. */
function resolve(type: GraphQLNamedType): void {
  if (isObjectType(type) || isInterfaceType(type)) {
    type.getFields();
    type.getInterfaces();
  } else if (isInputObjectType(type)) type.getFields();
  else if (isUnionType(type)) type.getTypes();
}

/** Drops the nodes of a schema, which take most of its memory. Its directives cannot be read afterwards. */
export function forgetNodes(schema: GraphQLSchema): void {
  const forget = (part: { astNode: unknown; extensionASTNodes?: unknown }) => {
    part.astNode = undefined;
    if (part.extensionASTNodes) part.extensionASTNodes = [];
  };
  for (const type of Object.values(schema.getTypeMap())) {
    forget(type);
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      for (const field of Object.values(type.getFields())) {
        forget(field);
        if ('args' in field) for (const arg of field.args) forget(arg);
      }
  }
}
