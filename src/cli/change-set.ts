import type { CommandContext } from './command-context.ts';
import { isJsonObject } from './json.ts';
import { innerChanges } from './nested-changes.ts';
import { printable } from './printable.ts';
import { type Colour, type Paint, painter } from './terminal-colours.ts';

type ChangeAction = 'CREATE' | 'UPDATE' | 'DELETE' | 'TRANSITION';

/** The changes that a manifest made, or would make in a dry run. */
export type ChangeSet = {
  readonly dryRun: boolean;
  readonly revision: number;
  readonly changes: readonly {
    readonly action: ChangeAction;
    readonly kind: string;
    readonly name: string;
    readonly diff: unknown;
  }[];
};

const signs: Record<ChangeAction, readonly [sign: string, colour: Colour]> = {
  CREATE: ['+', 'green'],
  UPDATE: ['~', 'yellow'],
  DELETE: ['-', 'red'],
  TRANSITION: ['→', 'cyan'],
};

const VALUE_LENGTH_MAX = 100;

/** Counts what is created, updated, deleted and moved to another state. */
function countChanges({ changes }: ChangeSet) {
  const count = (action: ChangeAction) => changes.filter((each) => each.action === action).length;
  return {
    created: count('CREATE'),
    updated: count('UPDATE'),
    deleted: count('DELETE'),
    moved: count('TRANSITION'),
  };
}

/** Prints a change set, for people or for machines. */
export function writeChanges(
  { out, environment }: CommandContext,
  set: ChangeSet,
  format: 'text' | 'json',
): void {
  const json = () => `${JSON.stringify({ ...set, summary: countChanges(set) }, null, 2)}\n`;
  out.write(format === 'json' ? json() : printChanges(set, painter(out, environment)));
}

/** A line for each change, what changes below it, and a summary. */
function printChanges(set: ChangeSet, paint: Paint): string {
  const lines = changeLines(set.changes, paint);
  const { created, updated, deleted, moved } = countChanges(set);
  lines.push(`Created: ${created} Updated: ${updated} Deleted: ${deleted} Moved: ${moved}`);
  return `${lines.join('\n')}\n`;
}

/** Writes a line for each change, and what changes below it. */
export const changeLines = (changes: ChangeSet['changes'], paint: Paint): string[] =>
  changes.flatMap(({ action, kind, name, diff }) => {
    const [sign, colour] = signs[action];
    const what = paint(colour, `${sign} ${printable(kind)} ${printable(name)}`);
    return [what, ...(action === 'CREATE' || action === 'DELETE' ? [] : printDiff(diff, paint))];
  });

/** Prints one line for each value that changed. A difference of another form is printed as it is. */
function printDiff(diff: unknown, paint: Paint): string[] {
  if (!isJsonObject(diff)) return [];
  const lines = Object.entries(diff).flatMap(([name, value]) => {
    if (!isJsonObject(value) || !('before' in value || 'after' in value))
      return [`${name}: ${shortened(value)}`];
    return innerChanges(name, value['before'], value['after']).map(
      ({ at, before, after }) => `${at}: ${shortened(before)} → ${shortened(after)}`,
    );
  });
  return lines.map((line) => paint('dim', `    ${printable(line)}`));
}

/** Documents are long: a line shows where they begin. */
function shortened(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}
