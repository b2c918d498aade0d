import {
  buildSchema,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { isObject } from '../../foundation/json.ts';
import { type ChangeCode, phrase, said } from '../../foundation/text/change-phrase.ts';
import { short } from '../../foundation/text/listed.ts';
import { type ApiChange, documentChanges } from '../../openapi/breaking/document-changes.ts';
import { breaksBetween, type Contracts } from './contract-breaks.ts';
import { schemaBreaks } from './schema-breaks.ts';
import { schemaChanges } from './schema-changes.ts';

/** Changes of one API that are told. */
const CHANGES_MAX = 200;
const LINES_MAX = 2_000;
const MESSAGE_LENGTH_MAX = 300;

/** Lists the differences between two versions of an API, at most 200. */
export function changesBetween(contracts: Contracts): ApiChange[] {
  return differences(contracts)
    .slice(0, CHANGES_MAX)
    .map((each) => ({ ...each, message: short(each.message, MESSAGE_LENGTH_MAX) }));
}

function differences(contracts: Contracts): ApiChange[] {
  const { before, after } = contracts;
  if (before.kind !== after.kind)
    return breaksBetween(contracts).map(({ operation, message, phrase: words }) => ({
      kind: 'BROKEN',
      operation,
      message,
      phrase: words,
    }));
  if (before.sdl !== null && after.sdl !== null) return sdlChanges(before.sdl, after.sdl);
  const [was, is] = [before, after].map(({ openapi }): unknown => openapi && JSON.parse(openapi));
  return isObject(was) && isObject(is) ? documentChanges(was, is) : [];
}

function sdlChanges(before: string, after: string): ApiChange[] {
  const lines = schemaChanges(before, after, LINES_MAX).map((line) => ({
    isGain: line.startsWith('+'),
    name: /^[+-] ([\w.]+(?: \| \w+)?)/.exec(line)?.[1] ?? line,
    text: line.slice(2),
  }));
  const lost = new Set(lines.filter(({ isGain }) => !isGain).map(({ name }) => name));
  const gains = lines.filter(({ isGain }) => isGain);
  return [
    ...schemaBreaks({ before, after }).map(
      ({ message, phrase: words }): ApiChange => ({
        kind: 'BROKEN',
        operation: null,
        message,
        phrase: words,
      }),
    ),
    ...newlyDeprecated(before, after).map((name) => told('DEPRECATED', 'SCHEMA_DEPRECATED', name)),
    ...gains.filter(({ name }) => lost.has(name)).map(({ text }) => told('CHANGED', 'SCHEMA_NOW', text)),
    ...gains.filter(({ name }) => !lost.has(name)).map(({ text }) => told('ADDED', 'SCHEMA_NEW', text)),
  ];
}

const told = (kind: ApiChange['kind'], code: ChangeCode, text: string): ApiChange => ({
  kind,
  operation: null,
  ...said(phrase(code, short(text, MESSAGE_LENGTH_MAX))),
});

function newlyDeprecated(before: string, after: string): string[] {
  const [was, is] = [before, after].map((sdl) =>
    deprecatedIn(buildSchema(sdl, { assumeValidSDL: true, noLocation: true })),
  ) as [ReadonlySet<string>, ReadonlySet<string>];
  return [...is].filter((name) => !was.has(name)).sort();
}

function deprecatedIn(schema: GraphQLSchema): ReadonlySet<string> {
  return new Set(
    Object.values(schema.getTypeMap()).flatMap((type) => {
      const members = isEnumType(type)
        ? type.getValues()
        : isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
          ? Object.values<{ readonly name: string; readonly deprecationReason?: string | null | undefined }>(
              type.getFields(),
            )
          : [];
      return members
        .filter(({ deprecationReason }) => deprecationReason != null)
        .map(({ name }) => `${type.name}.${name}`);
    }),
  );
}
