import { type ChangePhrase, phrase } from '../../foundation/text/change-phrase.ts';
import { short } from '../../foundation/text/listed.ts';
import type { Schema } from './schema-cases.ts';
import { type CasePair, haveCommonType } from './value-breaks.ts';

/** A break of a schema itself, or one step below it. Steps are `.email`, `[]` (an item) and `.*` (any other member). */
export type LocalBreak = { readonly step: string; readonly pointer: string; readonly what: ChangePhrase };

/** A part of a schema, in both versions. */
type SubschemaPair = { readonly step: string; readonly before: Schema; readonly after: Schema };

/** Lists members that an object lost, may lack, or must have. */
export function memberBreaks(pair: CasePair): LocalBreak[] {
  if (!haveCommonType(pair) || !pair.before.types.has('object')) return [];
  return pair.direction === 'REQUEST' ? requestMembers(pair) : responseMembers(pair);
}

function requestMembers({ before, after }: CasePair): LocalBreak[] {
  const isClosed = after.others === false;
  const lost = isClosed ? [...before.properties].filter(([name]) => !after.properties.has(name)) : [];
  const newlyRequired = [...after.required].filter((name) => !before.required.has(name)).sort();
  return [
    ...(isClosed && before.others !== false
      ? [{ step: '.*', pointer: pointerOf(after.nodes), what: phrase('REFUSED_NOW') }]
      : []),
    ...lost.map(([name, schema]) => ({
      step: step(name),
      pointer: pointerOf(schema),
      what: phrase('REFUSED_NOW'),
    })),
    ...newlyRequired.map((name) => ({
      step: step(name),
      pointer: pointerOf(after.properties.get(name) ?? after.nodes),
      what: phrase(before.properties.has(name) ? 'REQUIRED_NOW' : 'NEW_AND_REQUIRED'),
    })),
  ];
}

function responseMembers({ before, after }: CasePair): LocalBreak[] {
  const lost = [...before.properties].filter(([name]) => !after.properties.has(name));
  const optional = [...after.properties].filter(
    ([name]) => before.required.has(name) && before.properties.has(name) && !after.required.has(name),
  );
  const hadOthers = before.others !== false && before.others.length > 0;
  return [
    ...lost.map(([name, schema]) => ({
      step: step(name),
      pointer: pointerOf(schema),
      what: phrase('REMOVED'),
    })),
    ...optional.map(([name, schema]) => ({
      step: step(name),
      pointer: pointerOf(schema),
      what: phrase('OPTIONAL_NOW'),
    })),
    ...(hadOthers && after.others === false
      ? [{ step: '.*', pointer: pointerOf(after.nodes), what: phrase('REMOVED') }]
      : []),
  ];
}

/** Lists the parts that both versions have, for the next comparison. */
export function subschemaPairsOf(pair: CasePair): SubschemaPair[] {
  const { before, after } = pair;
  if (!haveCommonType(pair)) return [];
  const properties = [...before.properties].flatMap(([name, schema]) => {
    const other = after.properties.get(name);
    return other ? [{ step: step(name), before: schema, after: other }] : [];
  });
  const others =
    before.others === false || after.others === false || before.others.length + after.others.length === 0
      ? []
      : [{ step: '.*', before: before.others, after: after.others }];
  const items =
    before.types.has('array') && after.types.has('array')
      ? [{ step: '[]', before: before.items, after: after.items }]
      : [];
  return [...properties, ...items, ...others];
}

const step = (name: string) => `.${short(name)}`;

/** Returns the pointer of a schema, or of the first node of a composed one. */
export function pointerOf(schema: Schema): string {
  return schema[0]?.at ?? '#';
}
