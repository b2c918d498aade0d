import type { Messages } from '../messages.ts';

type CallTexts = Messages['calls'];

/** Finds the question that a step answers. A gateway may be newer and have others. */
export const questionOf = ({ steps, facts }: CallTexts, step: string): string =>
  Object.hasOwn(steps, step) ? steps[step as keyof typeof steps] : facts.name(step);

/** Writes the value of a fact in one line. */
export function valueText(text: CallTexts, value: unknown): string {
  const { name, none, yes, no } = text.facts;
  if (value === null || (Array.isArray(value) && value.length === 0)) return none;
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) return value.map((each) => valueText(text, each)).join('; ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([member, each]) => `${name(member)}: ${valueText(text, each)}`)
    .join(', ');
}
