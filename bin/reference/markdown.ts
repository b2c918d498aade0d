/** A table of Markdown; cells may hold anything but line breaks. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => asText(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** A page that is printed: it says so, so that nobody edits it. */
export const page = (title: string, source: string, parts: readonly string[]): string =>
  `<!-- Printed from ${source} by npm run reference. -->\n\n# ${title}\n\n${parts.join('\n\n')}\n`;

/** Escapes angle brackets, which Markdown takes for HTML everywhere but in code. */
export const asText = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '\\<')))
    .join('');

/** A text without its links, where these lead nowhere. */
export const withoutLinks = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
