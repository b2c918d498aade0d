/** Elements without what is read: controls, pictures, and what is for screen readers alone. */
const LEFT_OUT = new Set(['script', 'style', 'form', 'button', 'svg', 'template', 'search', 'caption']);
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr', 'source']);
const BLOCKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'details',
  'summary',
  'dl',
  'dt',
  'dd',
  'nav',
  'figure',
  'ul',
  'ol',
  'blockquote',
]);
const TOKENS = /<(\/?)([a-z][\w-]*)((?:\s+[\w:.-]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

type Cell = { readonly texts: string[] };

/**
 * Converts the content of our own pages to Markdown. (CommonMark 0.31, tables of GitHub)
 *
 * All text is escaped, whoever wrote it: a name in a page is no more than a name in Markdown, too.
 *
 * @param absolute makes an address of a page absolute
 */
export function htmlToMarkdown(html: string, absolute: (href: string) => string): string {
  const writer = new MarkdownWriter(absolute);
  for (const [, end = '', name = '', attributes = '', text] of html.matchAll(TOKENS)) {
    if (text !== undefined) writer.text(decoded(text));
    else if (end === '') writer.begin(name.toLowerCase(), attributes);
    else writer.end(name.toLowerCase());
  }
  return writer.whole();
}

const decoded = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => {
    const known = ENTITIES[name];
    if (known !== undefined) return known;
    const code = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name);
    const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 16 : 10) : Number.NaN;
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

/** Escapes what Markdown would take for more than text, and leaves out control characters. */
const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\s\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&');

/** A line whose beginning would make it a list, a quote or a heading. */
const asParagraph = (line: string): string =>
  line.replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2').replace(/^[-+=](?=\s|$|[-=])/, '\\$&');

/** A code span, in more backticks in a row than it holds. */
function codeSpan(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const fence = '`'.repeat(longestRun(line) + 1);
  return line === '' ? '' : `${fence}${/^`|`$/.test(line) ? ` ${line} ` : line}${fence}`;
}

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

const attribute = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
  return found === undefined ? undefined : decoded(found);
};

class MarkdownWriter {
  readonly #absolute: (href: string) => string;
  readonly #blocks: string[] = [];
  /** Names of elements that are open, inside of one that is left out. */
  #skipped: string[] = [];
  #line = '';
  #prefix = '';
  #depth = 0;
  #pre: string | undefined;
  #code: string | undefined;
  #link: { readonly href: string; readonly before: string } | undefined;
  #rows: Cell[] | undefined;

  constructor(absolute: (href: string) => string) {
    this.#absolute = absolute;
  }

  text(text: string): void {
    if (this.#skipped.length > 0) return;
    if (this.#pre !== undefined) this.#pre += text;
    else if (this.#code !== undefined) this.#code += text;
    else this.#line += escaped(text);
  }

  begin(name: string, attributes: string): void {
    const isHidden =
      /\sclass="[^"]*visually-hidden/.test(attributes) || /\shidden(?:\s|=|$)/.test(attributes);
    if (this.#skipped.length > 0 || LEFT_OUT.has(name) || isHidden) {
      if (!VOID.has(name)) this.#skipped.push(name);
      return;
    }
    if (/^h[1-6]$/.test(name)) this.#open(`${'#'.repeat(Number(name[1]))} `);
    else if (name === 'ul' || name === 'ol') this.#list(1);
    else if (name === 'li') this.#open(`${'  '.repeat(Math.max(0, this.#depth - 1))}- `);
    else if (BLOCKS.has(name)) this.#open(this.#line === '' ? this.#prefix : '');
    else if (name === 'pre') this.#openPre();
    else if (name === 'code' && this.#pre === undefined) this.#code = '';
    else if (name === 'br') this.#line += ' ';
    else if (name === 'a') this.#link = { href: attribute(attributes, 'href') ?? '', before: this.#line };
    else if (name === 'table') this.#openTable();
    else if (name === 'tr') this.#rows?.push({ texts: [] });
  }

  end(name: string): void {
    if (this.#skipped.length > 0) {
      if (this.#skipped.at(-1) === name) this.#skipped.pop();
      return;
    }
    if (name === 'pre') this.#closePre();
    else if (name === 'code' && this.#code !== undefined) this.#closeCode();
    else if (name === 'a') this.#closeLink();
    else if (name === 'th' || name === 'td') this.#closeCell();
    else if (name === 'table') this.#closeTable();
    else if (name === 'ul' || name === 'ol') this.#list(-1);
    else if (name === 'li' || BLOCKS.has(name) || /^h[1-6]$/.test(name)) this.#open('');
  }

  whole(): string {
    this.#open('');
    return `${this.#blocks.join('\n\n').replace(/^( *- .*)\n\n(?= *- )/gm, '$1\n')}\n`;
  }

  /** Ends the block that is written, and begins one with a prefix. In a cell blocks are parted by a blank alone. */
  #open(prefix: string): void {
    if (this.#rows) {
      this.#line += ' ';
      return;
    }
    const line = this.#line.trim();
    if (line !== '') this.#blocks.push(this.#prefix + (this.#prefix === '' ? asParagraph(line) : line));
    this.#line = '';
    this.#prefix = prefix;
  }

  #list(step: 1 | -1): void {
    this.#open('');
    this.#depth += step;
  }

  #openPre(): void {
    this.#open('');
    this.#pre = '';
  }

  #closePre(): void {
    const code = (this.#pre ?? '').replace(/\n$/, '');
    const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
    this.#blocks.push(`${fence}\n${code}\n${fence}`);
    this.#pre = undefined;
  }

  #closeCode(): void {
    const span = codeSpan(this.#code ?? '');
    this.#line += this.#rows ? span.replaceAll('|', '\\|') : span;
    this.#code = undefined;
  }

  #closeLink(): void {
    if (!this.#link) return;
    const { href, before } = this.#link;
    const label = this.#line.slice(before.length).trim();
    const target = this.#absolute(href).replace(/[\s<>()\\|]/g, encodeURIComponent);
    if (label !== '')
      this.#line = `${before}[${label}](${target.replaceAll('(', '%28').replaceAll(')', '%29')})`;
    this.#link = undefined;
  }

  #openTable(): void {
    this.#open('');
    this.#rows = [];
  }

  #closeCell(): void {
    this.#rows?.at(-1)?.texts.push(this.#line.replace(/\s+/g, ' ').trim());
    this.#line = '';
  }

  #closeTable(): void {
    const [head, ...rows] = this.#rows ?? [];
    this.#rows = undefined;
    this.#line = '';
    if (!head) return;
    const written = [head.texts, head.texts.map(() => '---'), ...rows.map(({ texts }) => texts)];
    this.#blocks.push(written.map((texts) => `| ${texts.join(' | ')} |`).join('\n'));
  }
}
