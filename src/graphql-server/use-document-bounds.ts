import {
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

const TOKENS_MAX = 2_000;
const ROOT_FIELDS_MAX = 50;

/**
 * Bounds what one document can cause: each root field is a call of a back-end. Nesting needs no bound of its own: no
 * type of REST records holds itself, and graphql-js bounds the nesting of introspection.
 */
export function useDocumentBounds(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source, options) => parse(source, { ...options, maxTokens: TOKENS_MAX }));
    },
    onValidate({ addValidationRule }) {
      addValidationRule(MaxRootFieldsRule);
    },
  };
}

/** At most 50 root fields in an operation, however many aliases and fragments they come by. */
const MaxRootFieldsRule: ValidationRule = (context) => ({
  OperationDefinition(operation) {
    const count = countFields(operation.selectionSet, (name) => context.getFragment(name));
    if (count <= ROOT_FIELDS_MAX) return;
    context.reportError(
      new GraphQLError(`An operation may have ${ROOT_FIELDS_MAX} root fields: send it in parts.`, {
        nodes: operation,
        extensions: { code: 'GRAPHQL_COST_EXCEEDED' },
      }),
    );
  },
});

type FragmentOf = (name: string) => FragmentDefinitionNode | null | undefined;

/** Fields of one response name are resolved once, and so is what a fragment holds that is spread twice. */
function countFields(selectionSet: SelectionSetNode, fragmentOf: FragmentOf): number {
  const names = new Set<string>();
  const spread = new Set<string>();
  const open: SelectionSetNode[] = [selectionSet];
  for (let each = open.pop(); each; each = open.pop())
    for (const selection of each.selections) {
      if (selection.kind === Kind.FIELD) names.add((selection.alias ?? selection.name).value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) open.push(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragmentOf(selection.name.value);
        if (fragment) open.push(fragment.selectionSet);
      }
    }
  return names.size;
}
