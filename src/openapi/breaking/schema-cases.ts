import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, items, referred } from '../document/document-node.ts';
import { canonicalSchema } from './canonical.ts';

/** A schema as it is met: what all must hold at once. None at all is a schema that takes anything. */
export type Schema = readonly DocumentNode[];

/**
 * One of the alternatives of a schema: what all must hold at once, `$ref` and `allOf` followed. Several are what
 * `oneOf` and `anyOf` say; a schema without them is one case.
 */
export type SchemaCase = {
  readonly nodes: readonly DocumentNode[];
  /** What the alternative refers to, such as `Customer`; none where it is written out. */
  readonly names: readonly string[];
  /** May it be null besides, as an alternative of its own says? (OpenAPI 3.1: `oneOf: [{type: 'null'}, …]`) */
  readonly orNull: boolean;
};

/** More than these are nothing that anybody wrote; a document from outside may be made to have them. */
const NODES_MAX = 50;
const CASES_MAX = 60;

type Alternative = Pick<SchemaCase, 'nodes' | 'names'>;

/** The cases of a schema, in an order that does not depend on that of the document. */
export function casesOf(schema: Schema): SchemaCase[] {
  const all = alternativesOf(schema, new Set());
  const others = all.filter(({ nodes }) => !nodes.some(isNull));
  const orNull = others.length > 0 && others.length < all.length;
  return (others.length > 0 ? others : all).map((each) => ({ ...each, orNull }));
}

/** @param open the schemas whose alternatives these are: one that is an alternative of itself adds nothing */
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

/** The schemas themselves, those that they refer to, and those in their `allOf`: each once. */
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

/** Says nothing of its own: what it refers to says it. */
function isBareReference(value: unknown): boolean {
  return isObject(value) && typeof value['$ref'] === 'string' && Object.keys(value).length === 1;
}

type Group = { readonly owner: string; readonly members: readonly DocumentNode[] };

/** What must hold at once, each with a choice. */
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

/** Of those that say the same one is kept, whatever the order. */
function withoutDoubles(alternatives: readonly Alternative[]): Alternative[] {
  const texts = new Map(alternatives.map((each) => [each, `${textOf(each)} ${each.names.join()}`]));
  const sorted = [...texts].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([each]) => each);
  const kept = new Map(sorted.toReversed().map((each) => [textOf(each), each]));
  return [...kept.values()].reverse();
}

/** Members that are followed, and members that are for people. */
const SAYS_NOTHING = /^(\$ref|allOf|oneOf|anyOf|title|description|examples?|deprecated|externalDocs|x-.*)$/;

/** What a case says, the same whatever the order of its members. */
export function textOf({ nodes }: Pick<SchemaCase, 'nodes'>): string {
  return nodes
    .map(({ value }) => canonicalSchema(isObject(value) ? says(value) : value))
    .sort()
    .join('&');
}

function says(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !SAYS_NOTHING.test(name)));
}
