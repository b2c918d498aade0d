import { parse, stringify } from 'yaml';
import { refuseForm } from '../../../../graphql/server/run-document.ts';

/** Characters of a field. A longer text is none that anybody types. */
const LENGTH_MAX = 200_000;

/** Writes a list or an object as a manifest has it. What is null or empty is left out. */
export function yamlOf(value: object | null): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '';
  return stringify(stated(value), { lineWidth: 0 });
}

function stated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stated);
  if (typeof value !== 'object' || value === null) return value;
  const isSaid = (member: unknown) => member !== null && !(Array.isArray(member) && member.length === 0);
  const members = Object.entries(value).filter(([, member]) => isSaid(member));
  return Object.fromEntries(members.map(([name, member]) => [name, stated(member)]));
}

type YamlField = {
  /** The member of the input that it is. */
  readonly member: string;
  /** The sentence about another text. */
  readonly wrong: (reason: string) => string;
};

/** Reads what somebody typed. Null is an empty text. @throws the refusal of a form, for what is no YAML */
function yamlIn(text: string, { member, wrong }: YamlField): unknown {
  if (text.trim() === '') return null;
  try {
    return text.length > LENGTH_MAX ? undefined : parse(text, { maxAliasCount: 0, prettyErrors: false });
  } catch (error) {
    return refuseForm(wrong(error instanceof Error ? error.message : ''), ['input', member]);
  }
}

/** Reads a list that somebody typed. @throws the refusal of a form, for what is none */
export function yamlListIn<Value>(text: string, field: YamlField): Value[] {
  const read = yamlIn(text, field) ?? [];
  return Array.isArray(read) ? read : refuseForm(field.wrong(''), ['input', field.member]);
}

/** Reads an object that somebody typed. @throws the refusal of a form, for what is none */
export function yamlObjectIn<Value>(text: string, field: YamlField): Value | null {
  const read = yamlIn(text, field);
  const isObject = read === null || (typeof read === 'object' && !Array.isArray(read));
  return isObject ? (read as Value | null) : refuseForm(field.wrong(''), ['input', field.member]);
}
