import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, items, referred } from '../document/document-node.ts';
import { canonicalSchema } from './canonical.ts';

/** A schema as a list of nodes that all apply. An empty list takes any value. */
export type Schema = readonly DocumentNode[];

/**
 * One alternative of a schema, with `$ref` and `allOf` followed. All its nodes apply. `oneOf` and `anyOf` give several
 * alternatives; a schema without them is one case.
 */
export type SchemaCase = {
  readonly nodes: readonly DocumentNode[];
  /** The names that the alternative refers to, such as `Customer`. Empty where it is written inline. */
  readonly names: readonly string[];
  /** Allows null besides, by an alternative of its own. (OpenAPI 3.1: `oneOf: [{type: 'null'}, …]`) */
  readonly orNull: boolean;
};

/** Bounds the nodes of a case. Documents from outside may be made to have more than anybody writes. */
const NODES_MAX = 50;
const CASES_MAX = 60;

type Alternative = Pick<SchemaCase, 'nodes' | 'names'>;

/** Lists the cases of a schema. Their order does not depend on the document. */
export function casesOf(schema: Schema): SchemaCase[] {
  const all = alternativesOf(schema, new Set());
  const others = all.filter(({ nodes }) => !nodes.some(isNull));
  const orNull = others.length > 0 && others.length < all.length;
  return (others.length > 0 ? others : all).map((each) => ({ ...each, orNull }));
}

/** @param open the schemas that are being expanded: one that is an alternative of itself adds nothing */
function alternativesOf(schema: Schema, open: ReadonlySet<string>): Alternative[] {
  const nodes = conjuncts(schema);
  const groups = groupsIn(nodes);
  if (groups.some(({ owner }) => open.has(owner))) return [];
  const within = new Set([...open, ...groups.map(({ owner }) => owner)]);
  let alternatives: Alternative[] = [{ nodes, names: [] }];
  for (const { members } of groups) {
    const choices = members.flatMap((each) =>
      alternativesOf([each], within).map(({ nodes, names }) => ({
        nodes,
        names: [...nameOf(each), ...names],
      })),
    );
    const combined = alternatives.flatMap((some) =>
      choices.map((more) => ({
        nodes: [...some.nodes, ...more.nodes],
        names: [...some.names, ...more.names].sort(),
      })),
    );
    if (combined.length > 0 && combined.length <= CASES_MAX) alternatives = withoutDoubles(combined);
  }
  return alternatives;
}

/** Lists the schemas, those that they refer to, and those in their `allOf`, each once. */
export function conjuncts(schema: Schema): DocumentNode[] {
  const found = new Map<string, DocumentNode>();
  const waiting = [...schema].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (found.has(node.at) || found.size === NODES_MAX) continue;
    found.set(node.at, node);
    const target = referred(node);
    waiting.push(...items(child(node, 'allOf')).reverse(), ...(target ? [target] : []));
  }
  return [...found.values()].filter(({ value }) => !isBareReference(value));
}

/** Is true for a schema that only refers to another. */
function isBareReference(value: unknown): boolean {
  return isObject(value) && typeof value['$ref'] === 'string' && Object.keys(value).length === 1;
}

type Group = { readonly owner: string; readonly members: readonly DocumentNode[] };

/** Groups the nodes that apply at once. Each group is a choice. */
function groupsIn(nodes: readonly DocumentNode[]): Group[] {
  const groups = nodes
    .flatMap((node) => ['oneOf', 'anyOf'].map((name) => ({ owner: node.at, list: child(node, name) })))
    .map(({ owner, list }) => ({ owner, members: items(list), text: canonicalSchema(list.value) }));
  return groups
    .filter(({ members }) => members.length > 0)
    .sort((a, b) => a.members.length - b.members.length || (a.text < b.text ? -1 : 1));
}

function nameOf(node: DocumentNode): string[] {
  return referred(node)?.at.split('/').slice(-1) ?? [];
}

function isNull({ value }: DocumentNode): boolean {
  return isObject(value) && (value['type'] === 'null' || ('const' in value && value['const'] === null));
}

/** Keeps one of several equal alternatives, whatever the order. */
function withoutDoubles(alternatives: readonly Alternative[]): Alternative[] {
  const texts = new Map(alternatives.map((each) => [each, `${textOf(each)} ${each.names.join()}`]));
  const sorted = [...texts].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([each]) => each);
  const kept = new Map(sorted.toReversed().map((each) => [textOf(each), each]));
  return [...kept.values()].reverse();
}

/** Keywords that are followed elsewhere, and keywords for people. */
const SAYS_NOTHING = /^(\$ref|allOf|oneOf|anyOf|title|description|examples?|deprecated|externalDocs|x-.*)$/;

/** Writes a case as text that does not depend on the order of members. */
export function textOf({ nodes }: Pick<SchemaCase, 'nodes'>): string {
  return nodes
    .map(({ value }) => canonicalSchema(isObject(value) ? says(value) : value))
    .sort()
    .join('&');
}

function says(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !SAYS_NOTHING.test(name)));
}
