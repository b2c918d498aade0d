import { Kind, parse, visit } from 'graphql';

/** Definitions of the directives in the GraphQL cost directives specification. */
const definitions = new Map([
  [
    'cost',
    'directive @cost(weight: String!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | INPUT_FIELD_DEFINITION | OBJECT | SCALAR',
  ],
  [
    'listSize',
    'directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION',
  ],
]);

/**
 * Adds the definitions of cost directives that an SDL uses and does not define. Its readers then find it complete.
 *
 * @throws GraphQLError when it does not parse
 */
export function withCostDirectives(sdl: string): string {
  const missing = new Set<string>();
  const document = parse(sdl, { noLocation: true });
  visit(document, {
    Directive({ name }) {
      if (definitions.has(name.value)) missing.add(name.value);
    },
  });
  for (const definition of document.definitions)
    if (definition.kind === Kind.DIRECTIVE_DEFINITION) missing.delete(definition.name.value);
  return [sdl, ...[...missing].map((name) => definitions.get(name))].join('\n\n');
}
