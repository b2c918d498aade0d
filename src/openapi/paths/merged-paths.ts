import { isObject, type JsonObject } from '../../foundation/json.ts';
import { namesIn, pointer } from '../../foundation/json-pointer.ts';
import { withReferences } from '../document/document-tree.ts';
import { METHODS } from '../path-template.ts';
import { type DescribedOperation, oneOperation } from './one-operation.ts';
import { type PathChange, parameterKey, parametersAt, queryParameters } from './path-parameters.ts';
import { isPlain, type WrittenPath, writtenPath } from './written-path.ts';

/** Paths that the gateway cannot tell apart. */
type SamePaths = {
  readonly paths: WrittenPath[];
  /** The first path. The merged path takes its names of parameters. */
  readonly first: WrittenPath;
};

/**
 * Merges paths that the gateway cannot tell apart. It routes by path and method alone. It returns the document
 * itself when there are none.
 *
 * Decision: OpenAPI forbids `/a/{x}` with GET beside `/a/{y}` with POST, but many documents have them. They become
 * `/a/{x}` with both. Query and fragment of a path are cut off, and the query becomes parameters. Operations that then
 * share path and method, also those of `/a/{x}` and `/a/{y}`, become one ({@link oneOperation}), because the importer
 * of a document may not be able to change it. References to moved parts are updated.
 *
 * @param document without the faults that `pathsFaults` finds
 */
export function withPathsMerged<Document extends JsonObject & { readonly paths: JsonObject }>(
  document: Document,
): Document {
  const { paths } = document;
  const shapes = sameByShape(Object.keys(paths).filter((name) => !name.startsWith('x-')));
  if (![...shapes.values()].some(isChanged)) return document;
  const merged = Object.entries(paths).flatMap(([name, item]) => {
    const same = shapes.get(writtenPath(name).shape);
    if (name.startsWith('x-') || !same) return [[name, item]];
    if (same.paths[0]?.written !== name) return [];
    return [[same.first.template, isChanged(same) ? itemOf(same, document) : item]];
  });
  const moves = movesOf([...shapes.values()].filter(isChanged), paths);
  return withReferences({ ...document, paths: Object.fromEntries(merged) }, (reference) =>
    moved(reference, moves),
  ) as Document;
}

/** Paths that are joined, or written in another way, and the path that they become. */
type JoinedPaths = { readonly written: readonly string[]; readonly template: string };

/** Lists what {@link withPathsMerged} changes of the paths of a document. */
export function joinedPaths(names: readonly string[]): JoinedPaths[] {
  return [...sameByShape(names.filter((name) => !name.startsWith('x-'))).values()]
    .filter(isChanged)
    .map(({ paths, first }) => ({ written: paths.map(({ written }) => written), template: first.template }));
}

function sameByShape(names: readonly string[]): Map<string, SamePaths> {
  const shapes = new Map<string, SamePaths>();
  for (const path of names.map(writtenPath)) {
    const { paths, first } = shapes.get(path.shape) ?? { paths: [], first: path };
    paths.push(path);
    shapes.set(path.shape, { paths, first: isPlain(path) && !isPlain(first) ? path : first });
  }
  return shapes;
}

const isChanged = ({ paths, first }: SamePaths) => paths.length > 1 || first.written !== first.template;

function itemOf(
  { paths, first }: SamePaths,
  document: JsonObject & { readonly paths: JsonObject },
): JsonObject {
  const items = paths.map((path) => ({ path, item: document.paths[path.written] as JsonObject }));
  const target = { template: first.template, document };
  const extensions = items.flatMap(({ item }) =>
    Object.entries(item).filter(([name]) => name.startsWith('x-') || name === '$ref'),
  );
  const operations = METHODS.flatMap((method) => {
    const described = items.flatMap(({ path, item }): DescribedOperation[] => {
      const operation = item[method];
      return isObject(operation)
        ? [{ path, operation: operationAt(operation, item, { path, ...target }) }]
        : [];
    });
    return described.length > 0 ? [[method, oneOperation(described, target)]] : [];
  });
  return { ...Object.fromEntries(extensions.toReversed()), ...Object.fromEntries(operations) };
}

/** Copies the settings of the path item to an operation. Another path item may have other settings. */
function operationAt(operation: JsonObject, item: JsonObject, change: PathChange): JsonObject {
  const { summary, description, servers } = item;
  const own = listOf(operation['parameters']);
  const ownKeys = new Set(own.map((parameter) => parameterKey(parameter, change.document)));
  const shared = listOf(item['parameters']).filter(
    (parameter) => !ownKeys.has(parameterKey(parameter, change.document)),
  );
  const combined = parametersAt([...own, ...shared], change);
  const parameters = [...combined, ...queryParameters(combined, change)];
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(servers !== undefined && { servers }),
    ...operation,
    ...(parameters.length > 0 && { parameters }),
  };
}

const listOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

/** Moved operations by the written path. `template` is the new path, `methods` are those that did not change. */
type MovedMethods = ReadonlyMap<string, { readonly template: string; readonly methods: ReadonlySet<string> }>;

function movesOf(changed: readonly SamePaths[], items: JsonObject): MovedMethods {
  const moves = changed.flatMap(({ paths, first }) => {
    const has = ({ written }: WrittenPath, method: string) =>
      isObject((items[written] as JsonObject)[method]);
    const kept = new Map(
      METHODS.map((method) => {
        const having = paths.filter((path) => has(path, method));
        return [method, having.find(isPlain) ?? (having.length === 1 ? having[0] : undefined)];
      }),
    );
    return paths.map((path) => {
      const methods = METHODS.filter((method) => kept.get(method) === path);
      return [path.written, { template: first.template, methods: new Set(methods) }] as const;
    });
  });
  return new Map(moves);
}

/** Updates a reference into an operation that moved. Any other stays, also one whose target was removed. */
function moved(reference: string, moves: MovedMethods): string {
  const [paths, written = '', method = '', ...rest] = namesIn(reference) ?? [];
  const move = paths === 'paths' ? moves.get(written) : undefined;
  if (!move?.methods.has(method)) return reference;
  return pointer(['paths', move.template, method, ...rest]).replaceAll('%', '%25');
}
