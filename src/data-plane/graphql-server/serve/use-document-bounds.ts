import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { measureOperations } from '../../../graphql/cost/measure-operations.ts';

const ROOT_FIELDS_MAX = 50;
const FIELDS_MAX = 2_000;

/**
 * Bounds the work that one document can cause.
 *
 * Each root field is a call of a back-end. Records hold one another, so that fragments which spread another twice would
 * ask for ever more. Nesting is bounded for all GraphQL servers. The effect of links and lists depends on the data, and
 * is bounded while it is answered.
 */
export function useDocumentBounds(): Plugin {
  return {
    onValidate({ addValidationRule, params }) {
      addValidationRule(MaxRootFieldsRule);
      return ({ valid, setResult }) => {
        if (valid && isTooLarge(params.documentAST as DocumentNode)) setResult([tooLarge()]);
      };
    },
  };
}

/** Each document is measured once, while it is remembered. */
const measured = new WeakMap<DocumentNode, boolean>();

function isTooLarge(document: DocumentNode): boolean {
  const known = measured.get(document);
  if (known !== undefined) return known;
  const isLarge = [...measureOperations(document).values()].some(({ fields }) => fields > FIELDS_MAX);
  measured.set(document, isLarge);
  return isLarge;
}

const tooLarge = () =>
  new GraphQLError(
    `An operation may have ${FIELDS_MAX} fields, those of a fragment wherever it is spread: send it in parts.`,
    { extensions: { code: 'GRAPHQL_COST_EXCEEDED', http: { spec: true, status: 400 } } },
  );

/** Refuses more than 50 root fields in an operation, also by aliases and fragments. */
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

/** Counts fields. Those of one response name count once, and so do those of a fragment that is spread twice. */
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
