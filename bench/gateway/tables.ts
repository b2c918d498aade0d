/** The middle one; of an even number the upper. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A number with as many digits as mean something. */
export function formatted(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value >= 20 ? value.toFixed(0) : value.toFixed(value >= 1 ? 1 : 2);
}

export type Cell = string | number;

/** A table in Markdown that can be read as it stands, too. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatted(cell) : cell)));
  const columns = head.map((title, column) => {
    const cells = texts.map((row) => row[column] ?? '');
    const width = Math.max(title.length, ...cells.map(({ length }) => length));
    const isNumbers = cells.every((cell) => /^[≤≥÷×\d.,–% ]*$/.test(cell));
    const padded = (text: string) => (isNumbers ? text.padStart(width) : text.padEnd(width));
    return [padded(title), isNumbers ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width), ...cells.map(padded)];
  });
  const lines = Array.from({ length: texts.length + 2 }, (_, line) => columns.map((column) => column[line]));
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
