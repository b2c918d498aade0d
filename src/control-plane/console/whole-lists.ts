import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { ExecuteDocument } from '../../graphql/server/run-document.ts';

/** The longest page that a list has. */
const PAGE = 200;
/** Pages that are read of a list; a console page shows ten thousand rows. */
const PAGES_MAX = 50;

/**
 * Wraps an executor to read lists whole that a query requests by `first: 200`. It reads the next page as long as
 * pages are full. A choice among a person's orgs, for example, then has those after the two hundredth, too.
 */
export function withWholeLists(run: ExecuteDocument): ExecuteDocument {
  const runWhole = async (document: DocumentNode, ...variables: never[]) => {
    const again = (which: DocumentNode) => run(which as never, ...(variables as [never]));
    const whole = await again(document);
    if (getOperationAST(document)?.operation !== OperationTypeNode.QUERY) return whole;
    let full = new Pages(document, undefined).add(whole, undefined);
    for (let page = 1; full.size > 0 && page < PAGES_MAX; page += 1) {
      const more = await again(after(document, full, page * PAGE));
      full = new Pages(document, full).add(whole, more);
    }
    return whole;
  };
  return runWhole as unknown as ExecuteDocument;
}

/** The same document, with an offset for these lists. */
function after(document: DocumentNode, lists: ReadonlySet<FieldNode>, offset: number): DocumentNode {
  return visit(document, {
    Field: {
      enter(node) {
        if (!lists.has(node)) return undefined;
        const value = { kind: Kind.INT, value: `${offset}` } as const;
        const name = { kind: Kind.NAME, value: 'offset' } as const;
        return { ...node, arguments: [...(node.arguments ?? []), { kind: Kind.ARGUMENT, name, value }] };
      },
    },
  });
}

type Answer = { readonly [member: string | number]: unknown };

/** The lists of an answer, and what comes after them. */
class Pages {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #document: DocumentNode;
  /** The lists that were full before; undefined for the first page. */
  readonly #before: ReadonlySet<FieldNode> | undefined;
  readonly #full = new Set<FieldNode>();
  /** Two fields may be one list of the answer. */
  readonly #done = new Set<unknown>();

  constructor(document: DocumentNode, before: ReadonlySet<FieldNode> | undefined) {
    this.#document = document;
    this.#before = before;
    this.#fragments = new Map(
      document.definitions.flatMap((each) =>
        each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
      ),
    );
  }

  /** Appends the next page to the lists of an answer. It returns the lists that may have more. */
  add(whole: unknown, more: unknown): ReadonlySet<FieldNode> {
    const operation = getOperationAST(this.#document);
    if (operation) this.#walk(operation.selectionSet, whole, more);
    return this.#full;
  }

  #walk({ selections }: SelectionSetNode, whole: unknown, more: unknown): void {
    if (typeof whole !== 'object' || whole === null) return;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        this.#value(selection, (whole as Answer)[name], (more as Answer | null | undefined)?.[name]);
        continue;
      }
      const part =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
      if (part) this.#walk(part.selectionSet, whole, more);
    }
  }

  #value(node: FieldNode, whole: unknown, more: unknown): void {
    const { selectionSet } = node;
    if (this.#isMore(node, whole)) this.#append(node, whole as unknown[], more);
    else if (selectionSet && Array.isArray(whole))
      for (const [at, each] of whole.entries())
        this.#walk(selectionSet, each, Array.isArray(more) ? more[at] : undefined);
    else if (selectionSet) this.#walk(selectionSet, whole, more);
  }

  #isMore(node: FieldNode, whole: unknown): boolean {
    if (!Array.isArray(whole)) return false;
    return this.#before ? this.#before.has(node) : whole.length === PAGE && isPaged(node);
  }

  #append(node: FieldNode, whole: unknown[], more: unknown): void {
    if (!this.#before) this.#full.add(node);
    if (!Array.isArray(more)) return;
    if (more.length === PAGE) this.#full.add(node);
    if (!this.#done.has(whole)) whole.push(...more);
    this.#done.add(whole);
  }
}

function isPaged({ arguments: args = [] }: FieldNode): boolean {
  const first = args.find(({ name }) => name.value === 'first')?.value;
  return (
    first?.kind === Kind.INT &&
    first.value === `${PAGE}` &&
    !args.some(({ name }) => name.value === 'offset' || name.value === 'after')
  );
}
