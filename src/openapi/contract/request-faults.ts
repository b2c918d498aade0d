import { escaped } from '../../foundation/json-pointer.ts';
import type { ContractChecks, ContractFault } from './contract-checks.ts';
import { memberTexts, type PlannedObject } from './object-parameter.ts';
import type { PlannedContent, PlannedParameter } from './operation-plan.ts';
import { pathValues } from './path-values.ts';

/** A request as its parameters are read. */
export type CheckedHead = {
  /** The template of its path: `/customers/{id}`. */
  readonly template: string;
  /** Its path below the address of the API. */
  readonly path: string;
  /** Undefined where it has none. */
  readonly query: URLSearchParams | undefined;
  /** Headers by names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** Faults that one refusal tells. */
const FAULTS_MAX = 10;
const NUMBER = /^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;

/**
 * Finds the parameters of a request that break its contract.
 *
 * @throws TooMuchWork
 */
export function parameterFaults(checks: ContractChecks, head: CheckedHead): ContractFault[] {
  const { parameters } = checks.plan;
  if (parameters.length === 0) return [];
  const faults: ContractFault[] = [];
  const sources = sourcesOf(parameters, head);
  for (const parameter of parameters) {
    const fault = parameter.object
      ? objectFault(checks, parameter, { sources, object: parameter.object })
      : faultOf(checks, parameter, textsOf(parameter, sources));
    if (fault) faults.push(fault);
    if (faults.length === FAULTS_MAX) break;
  }
  return faults;
}

const NONE: ReadonlyMap<string, string> = new Map();
const NO_QUERY = new URLSearchParams();

/** The places of a request where texts of its parameters are. */
export function sourcesOf(parameters: readonly PlannedParameter[], head: CheckedHead): Sources {
  const inPath = parameters.some((each) => each.in === 'path') ? pathValues(head.template, head.path) : NONE;
  return { inPath, inQuery: head.query ?? NO_QUERY, headers: head.headers };
}

type Sources = {
  readonly inPath: ReadonlyMap<string, string>;
  readonly inQuery: URLSearchParams;
  readonly headers: CheckedHead['headers'];
};

/** Lists the texts of a parameter in a request. */
export function textsOf(
  { in: location, name }: PlannedParameter,
  { inPath, inQuery, headers }: Sources,
): string[] {
  if (location === 'query') return inQuery.getAll(name);
  if (location === 'path') {
    const text = inPath.get(name);
    return text === undefined ? [] : [decoded(text)];
  }
  if (location === 'cookie') return cookiesOf(headers['cookie'], name);
  const value = headers[name.toLowerCase()];
  return value === undefined ? [] : [typeof value === 'string' ? value : value.join(', ')];
}

/** Finds the values of a cookie. (RFC 6265 §4.2) */
function cookiesOf(header: CheckedHead['headers'][string], name: string): string[] {
  return `${header ?? ''}`
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => decoded(pair.slice(name.length + 1)));
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function faultOf(
  checks: ContractChecks,
  parameter: PlannedParameter,
  texts: readonly string[],
): ContractFault | undefined {
  const { in: location, name, required, reading, check } = parameter;
  if (reading === 'UNREAD') return undefined;
  const pointer = `/${location}/${escaped(name)}`;
  if (texts.length === 0) return required ? { pointer, keyword: 'required' } : undefined;
  if (texts.length > 1 && reading !== 'LIST') return { pointer, keyword: 'type' };
  return faultAt(pointer, valuesOf(parameter, texts), (value) =>
    value === BROKEN_JSON ? { pointer: '', keyword: 'json' } : checks.faultOf(check, value),
  );
}

/** Returns the fault of the first value, where each of them has one. */
function faultAt(
  pointer: string,
  values: readonly unknown[],
  find: (value: unknown) => ContractFault | undefined,
): ContractFault | undefined {
  let first: ContractFault | undefined;
  for (const value of values) {
    const fault = find(value);
    if (!fault) return undefined;
    first ??= fault;
  }
  return first && { pointer: pointer + first.pointer, keyword: first.keyword };
}

function objectFault(
  checks: ContractChecks,
  parameter: PlannedParameter,
  { sources, object }: { readonly sources: Sources; readonly object: PlannedObject },
): ContractFault | undefined {
  const { in: location, name, required, check } = parameter;
  const pointer = `/${location}/${escaped(name)}`;
  const members = memberTexts(object, { name, texts: textsOf(parameter, sources), query: sources.inQuery });
  if (!members) return { pointer, keyword: 'type' };
  if (members.size === 0) return required ? { pointer, keyword: 'required' } : undefined;
  return faultAt(pointer, objectsOf(object, members), (value) => checks.faultOf(check, value));
}

/** Lists the objects that texts may mean. Members of any type are as they read, or text. */
function objectsOf({ members }: PlannedObject, texts: ReadonlyMap<string, readonly string[]>): object[] {
  const planned = new Map(members.map((each) => [each.name, each]));
  const objectWith = (meaningOf: (text: string, types: readonly string[]) => unknown) =>
    Object.fromEntries(
      [...texts].map(([name, own]) => {
        const { isList = false, types = [] } = planned.get(name) ?? {};
        const values = own.map((text) => meaningOf(text, types));
        return [name, isList || values.length > 1 ? values : values[0]];
      }),
    );
  return [
    objectWith((text, types) => meanings(text, types)[0]),
    objectWith((text, types) => (types.length === 0 ? text : meanings(text, types)[0])),
  ];
}

const BROKEN_JSON = Symbol('broken JSON');

/** Lists the items in the texts of a parameter. One that is no list is its only item. */
export function itemsOf(
  { reading, separator }: PlannedParameter,
  texts: readonly string[],
): readonly string[] {
  if (reading !== 'LIST' || separator === null) return texts;
  const items = texts.flatMap((each) => each.split(separator));
  return separator === ',' ? items.map((item) => item.trim()) : items;
}

/** Lists the values that a parameter's text may mean. The contract is kept where it is kept by one of them. */
function valuesOf(parameter: PlannedParameter, texts: readonly string[]): unknown[] {
  const { reading, types } = parameter;
  const [text = ''] = texts;
  if (reading === 'JSON') return [jsonOf(text)];
  if (reading === 'VALUE') return meanings(text, types);
  const items = itemsOf(parameter, texts);
  const read = items.map((item) => meanings(item, types)[0]);
  return types.length === 0 ? [read, items] : [read];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return BROKEN_JSON;
  }
}

function meanings(text: string, types: readonly string[]): unknown[] {
  const isAny = types.length === 0;
  const values: unknown[] = [];
  if ((isAny || types.includes('integer') || types.includes('number')) && NUMBER.test(text))
    values.push(Number(text));
  if ((isAny || types.includes('boolean')) && (text === 'true' || text === 'false'))
    values.push(text === 'true');
  if (types.includes('null') && (text === '' || text === 'null')) values.push(null);
  if (isAny || types.includes('string') || values.length === 0) values.push(text);
  return values;
}

/** Finds the description of a media type. The most specific range counts. (OpenAPI, Request Body Object) */
export function contentOf(content: readonly PlannedContent[], type: string): PlannedContent | undefined {
  const [main] = type.split('/', 1);
  return (
    content.find(({ range }) => range === type) ??
    content.find(({ range }) => range === `${main}/*`) ??
    content.find(({ range }) => range === '*/*')
  );
}
