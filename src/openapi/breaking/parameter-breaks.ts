import { isObject } from '../../foundation/json.ts';
import { type ChangePhrase, phrase, said } from '../../foundation/text/change-phrase.ts';
import { short } from '../../foundation/text/listed.ts';
import { readingOf } from '../contract/operation-plan.ts';
import { parameterCoordinate, valueCoordinate } from '../contract/used-parameters.ts';
import { child, type DocumentNode, items, resolved } from '../document/document-node.ts';
import { type Comparers, contentBreaks, type OperationBreak, schemaBreaks } from './content-breaks.ts';
import { type OperationPair, operationName } from './operations.ts';

type Parameter = { readonly node: DocumentNode; readonly noun: ChangePhrase; readonly isRequired: boolean };

/** Headers that parameters do not describe. (OpenAPI, Parameter Object, `in`) */
const NO_PARAMETERS = /^(accept|content-type|authorization)$/;

/** Yields the breaks between the parameters of an operation. Parameters in the path are matched by their position. */
export function* parameterBreaks(pair: OperationPair, comparers: Comparers): Generator<OperationBreak> {
  const [old, now] = [parametersOf(pair.before), parametersOf(pair.after)];
  const operation = operationName(pair.before);
  for (const [key, before] of old) {
    const after = now.get(key);
    const { noun } = before;
    if (!after) {
      const fields = fieldsOf(before, (name) => ({ certain: [parameterCoordinate(operation, name)] }));
      yield { pointer: before.node.at, ...said(phrase('REMOVED', noun)), isPartial: true, ...fields };
      continue;
    }
    if (after.isRequired && !before.isRequired)
      yield { pointer: after.node.at, ...said(phrase('REQUIRED_NOW', noun)), isPartial: true };
    yield* narrowed({ before, after, operation }, comparers);
  }
  for (const [key, { node, noun, isRequired }] of now)
    if (isRequired && !old.has(key)) yield { pointer: node.at, ...said(phrase('NEW_AND_REQUIRED', noun)) };
}

type ParameterPair = { readonly before: Parameter; readonly after: Parameter; readonly operation: string };

/** Yields the breaks of values that a parameter takes no more. */
function* narrowed(
  { before, after, operation }: ParameterPair,
  comparers: Comparers,
): Generator<OperationBreak> {
  const carrier = { noun: before.noun, direction: 'REQUEST', comparers } as const;
  const breaksOf = isDescribedByContent(before.node, after.node) ? contentBreaks : schemaBreaks;
  const breaks = [...breaksOf({ before: before.node, after: after.node }, carrier)];
  const gone = removedValues(before, after);
  const fields = fieldsOf(before, (name) =>
    // A break alone of a list that lost values is about these.
    gone && breaks.length === 1
      ? { certain: gone.map((value) => valueCoordinate(operation, name, value)) }
      : { possible: [parameterCoordinate(operation, name)] },
  );
  for (const each of breaks) yield { ...each, isPartial: true, ...fields };
}

/** Lists the values that are listed no more. Undefined where not both versions list them, and where none is gone. */
function removedValues(before: Parameter, after: Parameter): readonly string[] | undefined {
  const [was, is] = [before, after].map(({ node }) => queryReading(node)?.values);
  const gone = was && is ? was.filter((value) => !is.includes(value)) : [];
  return gone.length > 0 ? gone : undefined;
}

type Found = { readonly certain?: readonly string[]; readonly possible?: readonly string[] };

/** Tells the fields of a break, where usage tells the parameter from others. */
function fieldsOf({ node }: Parameter, find: (name: string) => Found): Pick<OperationBreak, 'fields'> {
  const { name } = isObject(node.value) ? node.value : {};
  if (typeof name !== 'string' || !queryReading(node)) return {};
  const { certain = [], possible = [] } = find(name);
  return { fields: { certain, possible } };
}

/** Tells how a parameter is read that has its name in the query. One that may be an object has the names of its members. */
function queryReading({ value, ...node }: DocumentNode) {
  if (!isObject(value) || value['in'] !== 'query' || value['content'] !== undefined) return undefined;
  const reading = readingOf(value, child({ ...node, value }, 'schema'));
  return reading.types.length === 0 ? undefined : reading;
}

const isDescribedByContent = (...nodes: DocumentNode[]) =>
  nodes.every(({ value }) => isObject(value) && 'content' in value);

/** Returns the parameters of an operation by location and name. Its own override those of its path. */
function parametersOf({ template, item, operation }: OperationPair['before']): Map<string, Parameter> {
  const inPath = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const parameters = [item, operation]
    .flatMap((owner) => items(child(owner, 'parameters')))
    .map(resolved)
    .flatMap((node): [string, Parameter][] => {
      const { name, in: location, required } = isObject(node?.value) ? node.value : {};
      if (!node || typeof name !== 'string' || typeof location !== 'string') return [];
      const plain = location === 'header' ? name.toLowerCase() : name;
      if (location === 'header' && NO_PARAMETERS.test(plain)) return [];
      if (location === 'path' && !inPath.includes(name)) return [];
      const key = location === 'path' ? `path ${inPath.indexOf(name)}` : `${location} ${plain}`;
      const isRequired = required === true && location !== 'path';
      return [[key, { node, noun: phrase('PARAMETER', location, short(name)), isRequired }]];
    });
  return new Map([...new Map(parameters)].sort(([a], [b]) => (a < b ? -1 : 1)));
}
