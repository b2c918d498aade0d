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
 * Builds a schema that is known to be valid, as `buildSchema` of GraphQL.js does, but in several turns of the event loop:
 * one of some megabytes takes a second, for which calls would wait. Nodes know no place in the text, which would double
 * their memory.
 *
 * It takes the parser and the builder of GraphQL.js apart, whose own functions do all at once; a test holds the result to
 * theirs.
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

/** Makes what a type makes when it is first asked, so that the schema finds it made. */
function resolve(type: GraphQLNamedType): void {
  if (isObjectType(type) || isInterfaceType(type)) {
    type.getFields();
    type.getInterfaces();
  } else if (isInputObjectType(type)) type.getFields();
  else if (isUnionType(type)) type.getTypes();
}

/** Forgets the nodes that a schema was built of, which take most of its memory; its directives cannot be read any more. */
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
