import { isObject, type JsonObject, withReferences } from '../../foundation/json.ts';
import { namesIn, pointer } from '../../foundation/json-pointer.ts';
import { METHODS } from '../path-template.ts';
import { type DescribedOperation, oneOperation } from './one-operation.ts';
import { type PathChange, parameterKey, parametersAt, queryParameters } from './path-parameters.ts';
import { isPlain, type WrittenPath, writtenPath } from './written-path.ts';

/** Paths that are one to a gateway. */
type SamePaths = {
  readonly paths: WrittenPath[];
  /** That whose names of parameters all have then. */
  readonly first: WrittenPath;
};

/**
 * A document whose paths are all different to a gateway, which routes by path and method alone. The document itself,
 * when its paths are so.
 *
 * Decision: `/a/{x}` with GET and `/a/{y}` with POST, which OpenAPI forbids and many documents have, are `/a/{x}` with
 * both. Of a path the query and the fragment are cut off; what the query says becomes parameters. Where operations of
 * one path and method are left then, also of `/a/{x}` and `/a/{y}`, they become one ({@link oneOperation}): whoever
 * imports a document may not be able to change it. References to what moved follow it.
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
  const place = { template: first.template, document };
  const extensions = items.flatMap(({ item }) =>
    Object.entries(item).filter(([name]) => name.startsWith('x-') || name === '$ref'),
  );
  const operations = METHODS.flatMap((method) => {
    const described = items.flatMap(({ path, item }): DescribedOperation[] => {
      const operation = item[method];
      return isObject(operation)
        ? [{ path, operation: operationAt(operation, item, { path, ...place }) }]
        : [];
    });
    return described.length > 0 ? [[method, oneOperation(described, place)]] : [];
  });
  return { ...Object.fromEntries(extensions.toReversed()), ...Object.fromEntries(operations) };
}

/** An operation with all that its path item says of it: another item may not say the same. */
function operationAt(operation: JsonObject, item: JsonObject, change: PathChange): JsonObject {
  const { summary, description, servers } = item;
  const own = listOf(operation['parameters']);
  const ownKeys = new Set(own.map((parameter) => parameterKey(parameter, change.document)));
  const shared = listOf(item['parameters']).filter(
    (parameter) => !ownKeys.has(parameterKey(parameter, change.document)),
  );
  const said = parametersAt([...own, ...shared], change);
  const parameters = [...said, ...queryParameters(said, change)];
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(servers !== undefined && { servers }),
    ...operation,
    ...(parameters.length > 0 && { parameters }),
  };
}

const listOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

/** By the path as it was written: what it is now, and which of its operations are still there as they were. */
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

/** A reference into an operation that moved; any other stays, also one to what is no more there. */
function moved(reference: string, moves: MovedMethods): string {
  const [paths, written = '', method = '', ...rest] = namesIn(reference) ?? [];
  const move = paths === 'paths' ? moves.get(written) : undefined;
  if (!move?.methods.has(method)) return reference;
  return pointer(['paths', move.template, method, ...rest]).replaceAll('%', '%25');
}
