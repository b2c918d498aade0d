import { isObject } from '../foundation/json.ts';

/** The operations of an OpenAPI document by path: a tree of segments. */
export type OperationTree = {
  readonly literals: Map<string, OperationTree>;
  /** Segments with parameters, as the texts around them: `{id}` is `['', '']`, `{name}.json` is `['', '.json']`. */
  readonly patterns: { readonly texts: readonly string[]; readonly next: OperationTree }[];
  /** The methods of the path that ends here. */
  methods?: Methods;
};

/** The operations of a path by method in upper case, each with its name: `GET /customers/{id}`. */
export type Methods = ReadonlyMap<string, string>;

/** The members of a path item that are operations. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

const emptyNode = (): OperationTree => ({ literals: new Map(), patterns: [] });

/** Reads the paths of an OpenAPI document of any version. Undefined when it has none: every path is then served. */
export function readOperations(openapi: unknown): OperationTree | undefined {
  const paths = isObject(openapi) ? openapi['paths'] : undefined;
  if (!isObject(paths)) return undefined;
  const root = emptyNode();
  for (const [template, item] of Object.entries(paths))
    if (template.startsWith('/') && isObject(item))
      nodeOf(root, template).methods = methodsOf(item, template);
  return root;
}

/** Returns the methods of a path item. One that refers to another document is taken to have every method. */
function methodsOf(item: Record<string, unknown>, template: string): Methods {
  const names = '$ref' in item ? METHODS : METHODS.filter((name) => name in item);
  return new Map(names.map((name) => [name.toUpperCase(), `${name.toUpperCase()} ${template}`]));
}

/** Returns the names of a document's operations. */
export function operationNames(openapi: unknown): ReadonlySet<string> {
  const paths = isObject(openapi) ? openapi['paths'] : undefined;
  const names = Object.entries(isObject(paths) ? paths : {}).flatMap(([template, item]) =>
    template.startsWith('/') && isObject(item) ? [...methodsOf(item, template).values()] : [],
  );
  return new Set(names);
}

/** Returns the names of the operations of a document in JSON text. */
export const operationNamesOf = (text: string): string[] => [...operationNames(JSON.parse(text))];

function nodeOf(root: OperationTree, template: string): OperationTree {
  let node = root;
  for (const segment of template.slice(1).split('/')) {
    const [text = '', ...others] = segment.split(/\{[^{}]*\}/).map(asSent);
    node = others.length === 0 ? literalNode(node, text) : patternNode(node, [text, ...others]);
  }
  return node;
}

/**
 * Encodes a text of a template as callers send it. Characters outside ASCII are percent-encoded UTF-8. (RFC 3986 §2.5)
 */
const asSent = (text: string) => sameDigits(text.replace(/[^\x21-\x7e]+/gu, encodeURIComponent));

/**
 * Returns the shape of a path: `/customers/{id}` and `/customers/{customerId}` have the same. (OpenAPI, Paths Object:
 * "Templated paths with the same hierarchy but different templated names MUST NOT exist")
 */
export function shapeOf(template: string): string {
  return asSent(template.replace(/\{[^{}]*\}/g, '{}').toWellFormed());
}

/** Normalizes the case of digits in percent-encodings. (RFC 3986 §6.2.2.1) */
const sameDigits = (text: string) =>
  text.includes('%') ? text.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase()) : text;

function literalNode({ literals }: OperationTree, segment: string): OperationTree {
  const next = literals.get(segment) ?? emptyNode();
  literals.set(segment, next);
  return next;
}

function patternNode({ patterns }: OperationTree, texts: readonly string[]): OperationTree {
  const known = patterns.find((each) => each.texts.join('{}') === texts.join('{}'));
  if (known) return known.next;
  const next = emptyNode();
  patterns.push({ texts, next });
  // The segment with the most literal text is tried first.
  patterns.sort((a, b) => b.texts.join('').length - a.texts.join('').length);
  return next;
}

/**
 * Returns the methods of a path. A literal segment precedes a parameter. (OpenAPI, Paths Object) Undefined when there
 * is no such path.
 */
export function methodsAt(operations: OperationTree, path: string): Methods | undefined {
  return match(operations, sameDigits(path).slice(1).split('/'), 0);
}

/** Returns the methods of all paths. */
export function methodsIn({ literals, patterns, methods = new Map() }: OperationTree): ReadonlySet<string> {
  const below = [...literals.values(), ...patterns.map(({ next }) => next)];
  return new Set([...methods.keys(), ...below.flatMap((node) => [...methodsIn(node)])]);
}

function match(node: OperationTree, segments: readonly string[], at: number): Methods | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.methods;
  const literal = node.literals.get(segment);
  const found = literal && match(literal, segments, at + 1);
  if (found) return found;
  for (const { texts, next } of node.patterns) {
    const methods = fits(segment, texts) ? match(next, segments, at + 1) : undefined;
    if (methods) return methods;
  }
  return undefined;
}

/** Is true when each parameter between the texts has at least one character. */
function fits(segment: string, texts: readonly string[]): boolean {
  const [first = '', ...rest] = texts;
  if (!segment.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const text of rest) {
    const found = segment.indexOf(text, at + 1);
    if (found < 0) return false;
    at = found + text.length;
  }
  return segment.endsWith(last) && segment.length - last.length > at;
}

/**
 * Returns the name of the operation that a method calls. Undefined where there is none. HEAD falls back to GET. (RFC
 * 9110 §9.3.2)
 */
export function operationBy(methods: Methods, method: string): string | undefined {
  return methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
}

/** Returns the value of the header Allow. */
export function allowedMethods(methods: Iterable<string>): string {
  const all = new Set(methods);
  if (all.has('GET')) all.add('HEAD');
  return [...all].join(', ');
}
