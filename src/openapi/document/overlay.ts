import { exec, type JsonValue } from 'jsonpath-rfc9535';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { isObject, type JsonObject } from '../../foundation/json.ts';

// The OpenAPI Overlay Specification, versions 1.0 and 1.1: an ordered list of actions, each with a JSONPath (RFC 9535)
// that selects nodes of a document and what becomes of them. It runs in the child process that reads the document,
// whose time and memory are limited: a path can be made to take long.

const ACTIONS_MAX = 1_000;
/** Characters of JSON that all actions may add together, which copies could multiply without end. */
const ADDED_MAX = 10 * 1_048_576;

type Action = {
  readonly target: string;
  readonly update?: JsonValue;
  readonly copy?: string;
  readonly remove: boolean;
  readonly path: InputPath;
};

/** A selected node with what holds it. The document itself is held by nothing. */
type Node = { readonly value: JsonValue; readonly holder?: Holder; readonly key?: string | number };
type Holder = JsonValue[] | { [member: string]: JsonValue };

type Overlay = { readonly actions: readonly Action[]; readonly isFirst: boolean };

/**
 * Applies an overlay to a document, and changes it.
 *
 * @param path where the input holds the overlay
 * @throws OVERLAY_INVALID with the action at fault, counted from 0
 */
export function applyOverlay(document: unknown, overlay: unknown, path: InputPath): void {
  const { actions, isFirst } = readOverlay(overlay, path);
  let added = 0;
  for (const action of actions) {
    const nodes = nodesOf(document as JsonValue, action, 'target');
    if (action.remove) {
      removeNodes(nodes, action);
      continue;
    }
    const value = action.copy === undefined ? action.update : copied(document as JsonValue, action);
    if (value === undefined || nodes.length === 0) continue;
    added += nodes.length * JSON.stringify(value).length;
    if (added > ADDED_MAX) fault(action, 'target', 'The overlay adds more than 10 MB to the document.');
    checkAlike(nodes, action, isFirst);
    for (const node of nodes) update(node, structuredClone(value), { action, isFirst });
  }
}

const MEMBERS = new Set(['overlay', 'info', 'extends', 'actions']);
const ACTION_MEMBERS = new Set(['target', 'description', 'update', 'copy', 'remove']);
const isKnown = (members: ReadonlySet<string>) => (name: string) =>
  members.has(name) || name.startsWith('x-');

function readOverlay(overlay: unknown, path: InputPath): Overlay {
  const invalid = (detail: string, ...at: InputPath): never =>
    refuse('OVERLAY_INVALID', { detail, path: [...path, ...at] });
  if (!isObject(overlay)) return invalid('An overlay is an object, or its YAML or JSON text.');
  const version = overlay['overlay'];
  if (typeof version !== 'string' || !/^1\.[01]\.\d+$/.test(version))
    return invalid('Name the version of the overlay: overlay: 1.0.0 or 1.1.0.', 'overlay');
  const unknown = Object.keys(overlay).find((name) => !isKnown(MEMBERS)(name));
  if (unknown !== undefined) return invalid(`An overlay has no member ${unknown}.`, unknown);
  const { info, actions } = overlay;
  for (const member of ['title', 'version'])
    if (!isObject(info) || typeof info[member] !== 'string')
      return invalid(`Give the overlay its info.${member}.`, 'info');
  if (!Array.isArray(actions) || actions.length === 0 || actions.length > ACTIONS_MAX)
    return invalid(`Give the overlay 1 to ${ACTIONS_MAX} actions.`, 'actions');
  const isFirst = version.startsWith('1.0.');
  return {
    actions: actions.map((action, index) => readAction(action, [...path, 'actions', index], isFirst)),
    isFirst,
  };
}

function readAction(action: unknown, path: InputPath, isFirst: boolean): Action {
  const invalid = (detail: string, ...at: InputPath): never =>
    refuse('OVERLAY_INVALID', { detail: `Action ${path.at(-1)}: ${detail}`, path: [...path, ...at] });
  if (!isObject(action)) return invalid('An action is an object.');
  const unknown = Object.keys(action).find((name) => !isKnown(ACTION_MEMBERS)(name));
  if (unknown !== undefined) return invalid(`An action has no member ${unknown}.`, unknown);
  const { target, copy, remove = false } = action;
  if (typeof target !== 'string') return invalid('Give its target, a JSONPath such as $.paths.', 'target');
  if (typeof remove !== 'boolean') return invalid('remove is true or false.', 'remove');
  if (copy !== undefined && isFirst) return invalid('copy is of version 1.1: say overlay: 1.1.0.', 'copy');
  if (copy !== undefined && typeof copy !== 'string') return invalid('copy is a JSONPath.', 'copy');
  if (copy !== undefined && action['update'] !== undefined)
    return invalid('Give it either update or copy.', 'copy');
  return {
    target,
    remove,
    path,
    ...(action['update'] !== undefined && { update: action['update'] as JsonValue }),
    ...(copy !== undefined && { copy }),
  };
}

function fault({ path }: Pick<Action, 'path'>, member: keyof Action, detail: string): never {
  return refuse('OVERLAY_INVALID', {
    detail: `Action ${path.at(-1)}: ${detail}`,
    path: [...path, member],
  });
}

/** Selects nodes by a path of an action, each once. @throws OVERLAY_INVALID where it is no JSONPath */
function nodesOf(document: JsonValue, action: Action, member: 'target' | 'copy'): Node[] {
  const nodes = new Map<string, Node>();
  try {
    exec(document, action[member] ?? '', (value, path) => {
      const key = path.at(-1);
      const holder = holderOf(document, path);
      nodes.set(JSON.stringify(path), holder && key !== undefined ? { value, holder, key } : { value });
    });
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    fault(action, member, `${action[member]} is no JSONPath of RFC 9535: ${reason.slice(0, 200)}`);
  }
  return [...nodes.values()];
}

function holderOf(document: JsonValue, path: readonly (string | number)[]): Holder | undefined {
  let holder: JsonValue = document;
  if (path.length === 0) return undefined;
  for (const key of path.slice(0, -1)) holder = (holder as JsonObject)[key] as JsonValue;
  return holder as Holder;
}

/** Removes nodes. Those at the end of an array go first, so that the others keep their places. */
function removeNodes(nodes: readonly Node[], action: Action): void {
  if (nodes.some(({ holder }) => holder === undefined))
    fault(action, 'target', 'It selects the whole document, which cannot be removed.');
  const byPlace = nodes.toSorted((a, b) => Number(b.key) - Number(a.key));
  for (const { holder, key } of byPlace)
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (holder) delete holder[String(key)];
}

function copied(document: JsonValue, action: Action): JsonValue | undefined {
  const [node, another] = nodesOf(document, action, 'copy');
  if (!node || another)
    fault(action, 'copy', `${action.copy} selects ${node ? 'several nodes' : 'no node'}: it has to be one.`);
  return node.value;
}

const kindOf = (value: JsonValue) =>
  Array.isArray(value) ? 'array' : isObject(value) ? 'object' : 'primitive';

/** @throws OVERLAY_INVALID unless all nodes are of one kind, which the version can update */
function checkAlike(nodes: readonly Node[], action: Action, isFirst: boolean): void {
  const kinds = new Set(nodes.map(({ value }) => kindOf(value)));
  if (kinds.size > 1)
    fault(action, 'target', `It selects nodes of different kinds: ${[...kinds].join(', ')}.`);
  if (isFirst && kinds.has('primitive'))
    fault(
      action,
      'target',
      'It selects a value that is no object or array: say overlay: 1.1.0, or select what holds it.',
    );
}

type UpdateContext = { readonly action: Action; readonly isFirst: boolean };

function update({ value, holder, key }: Node, by: JsonValue, { action, isFirst }: UpdateContext): void {
  const member = action.copy === undefined ? 'update' : 'copy';
  if (Array.isArray(value)) {
    // Version 1.0 appends an array as one entry.
    for (const entry of Array.isArray(by) && !isFirst ? by : [by]) value.push(entry);
  } else if (isObject(value)) {
    if (kindOf(by) !== 'object')
      fault(action, member, 'The target is an object: give an object to merge with it.');
    merge(value as Record<string, JsonValue>, by as Record<string, JsonValue>, { action, member });
  } else if (kindOf(by) !== 'primitive') {
    fault(action, member, 'The target is a text, a number, true, false or null: give such a value.');
  } else if (holder) set(holder, key ?? '', by);
}

type MergeContext = { readonly action: Action; readonly member: 'update' | 'copy' };

/** Merges an object into another, member by member. Lists are put behind one another. */
function merge(
  into: Record<string, JsonValue>,
  from: Record<string, JsonValue>,
  context: MergeContext,
): void {
  for (const [name, value] of Object.entries(from)) {
    if (!Object.hasOwn(into, name)) {
      set(into, name, value);
      continue;
    }
    const present = into[name] as JsonValue;
    const [was, is] = [kindOf(present), kindOf(value)];
    if (was !== is)
      fault(context.action, context.member, `Its ${name} is an ${is} where the document has an ${was}.`);
    if (was === 'object')
      merge(present as Record<string, JsonValue>, value as Record<string, JsonValue>, context);
    else if (Array.isArray(present)) for (const entry of value as JsonValue[]) present.push(entry);
    else set(into, name, value);
  }
}

/** Sets a member as JSON.parse does: `__proto__` is a name like any other. */
function set(holder: Holder, key: string | number, value: JsonValue): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}
