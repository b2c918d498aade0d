import { isObject } from '../../foundation/json.ts';
import { short } from '../../foundation/text/listed.ts';
import { child, type DocumentNode, items, resolved } from '../document/document-node.ts';
import { type Comparers, contentBreaks, type OperationBreak, schemaBreaks } from './content-breaks.ts';
import type { OperationPair } from './operations.ts';

type Parameter = { readonly node: DocumentNode; readonly noun: string; readonly isRequired: boolean };

/** Headers that parameters do not describe. (OpenAPI, Parameter Object, `in`) */
const NO_PARAMETERS = /^(accept|content-type|authorization)$/;

/** Yields the breaks between the parameters of an operation. Parameters in the path are matched by their position. */
export function* parameterBreaks(pair: OperationPair, comparers: Comparers): Generator<OperationBreak> {
  const [old, now] = [parametersOf(pair.before), parametersOf(pair.after)];
  for (const [key, before] of old) {
    const after = now.get(key);
    const { noun } = before;
    if (!after) {
      yield { pointer: before.node.at, message: `${noun} is removed`, isPartial: true };
      continue;
    }
    if (after.isRequired && !before.isRequired)
      yield { pointer: after.node.at, message: `${noun} is required now`, isPartial: true };
    const versions = { before: before.node, after: after.node };
    const carrier = { noun, direction: 'REQUEST', comparers } as const;
    const breaks = isDescribedByContent(before.node, after.node) ? contentBreaks : schemaBreaks;
    for (const each of breaks(versions, carrier)) yield { ...each, isPartial: true };
  }
  for (const [key, { node, noun, isRequired }] of now)
    if (isRequired && !old.has(key)) yield { pointer: node.at, message: `${noun} is new and required` };
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
      return [[key, { node, noun: `the ${location} parameter ${short(name)}`, isRequired }]];
    });
  return new Map([...new Map(parameters)].sort(([a], [b]) => (a < b ? -1 : 1)));
}
