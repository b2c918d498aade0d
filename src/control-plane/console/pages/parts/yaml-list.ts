import { parse, stringify } from 'yaml';
import { refuseForm } from '../../../../graphql/server/run-document.ts';

/** Characters of a field. A longer text is no list that anybody types. */
const LENGTH_MAX = 200_000;

/** Writes a list as a manifest has it. Nothing is written of members that are null or empty. */
export function yamlList(values: readonly object[]): string {
  return values.length === 0 ? '' : stringify(values.map(stated), { lineWidth: 0 });
}

const stated = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
      if (member === null || (Array.isArray(member) && member.length === 0)) return [];
      const isNested = typeof member === 'object' && !Array.isArray(member);
      return [[name, isNested ? stated(member as object) : member]];
    }),
  );

type YamlField = {
  /** The member of the input that it is. */
  readonly member: string;
  /** The sentence about a text that is no list. */
  readonly noList: (reason: string) => string;
};

/** Reads a list that somebody typed. @throws the refusal of a form, for what is no list */
export function yamlListIn<Value>(text: string, { member, noList }: YamlField): Value[] {
  if (text.trim() === '') return [];
  let read: unknown;
  try {
    read = text.length > LENGTH_MAX ? undefined : parse(text, { maxAliasCount: 0, prettyErrors: false });
  } catch (error) {
    return refuseForm(noList(error instanceof Error ? error.message : ''), ['input', member]);
  }
  return Array.isArray(read) ? read : refuseForm(noList(''), ['input', member]);
}
