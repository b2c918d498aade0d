import MarkdownIt from 'markdown-it';

/** The level of the first headings, below those of the page. */
export type HeadingLevel = 2 | 3 | 4;

/** Cells of tables that are rendered. Short rows are filled up, so that a small text could make a page of megabytes. */
const CELLS_MAX = 5_000;

const withTables = createMarkdown();
const withoutTables = createMarkdown().disable('table');

/**
 * Renders Markdown as HTML that can only be read and followed. (CommonMark 0.31)
 *
 * Tables of too many cells are shown as they are written.
 *
 * @param base the page that relative links lead from, where the HTML is read elsewhere
 */
export function markdownToHtml(text: string, headingLevel: HeadingLevel = 3, base?: string): string {
  const markdown = cellsAtMost(text) > CELLS_MAX ? withoutTables : withTables;
  const tokens = markdown.parse(text, {});
  // Some begin with `#`, some with `##`: neither leaves a level out below the headings of the page.
  const top = tokens.reduce(
    (least, { type, tag }) => (type === 'heading_open' ? Math.min(least, levelOf(tag)) : least),
    6,
  );
  return markdown.renderer.render(tokens, markdown.options, { deeper: headingLevel - top, base });
}

/** Renders one paragraph of Markdown as HTML without blocks, for a place within a line. */
export const markdownToPhrase = (paragraph: string): string => withTables.renderInline(paragraph);

const levelOf = (tag: string): number => Number(tag.slice(1));

/** Bounds the number of cells: those of the widest line, in every line. */
function cellsAtMost(text: string): number {
  const lines = text.split('\n');
  return lines.length * lines.reduce((widest, line) => Math.max(widest, line.split('|').length), 0);
}

/**
 * Creates a renderer without HTML and images. Links lead to http, https and mailto, and to other
 * pages of the portal.
 *
 * An image of another server would tell it who reads the page.
 */
function createMarkdown() {
  const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 }).disable('image');
  // Addresses without a scheme are text: to look for them takes the square of their number.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false }).add('//', null);
  markdown.validateLink = (url) =>
    /^(?:https?:|mailto:|[/#?]|[\w.-]+(?:[/?#]|$))/i.test(url.trim()) && !url.trim().startsWith('//');
  for (const rule of ['heading_open', 'heading_close'] as const)
    markdown.renderer.rules[rule] = (...rendering) => {
      const [tokens, index, options, env, renderer] = rendering;
      const { deeper } = env as { readonly deeper: number };
      const token = tokens[index];
      if (token) token.tag = `h${Math.min(6, levelOf(token.tag) + deeper)}`;
      return renderer.renderToken(tokens, index, options);
    };
  markdown.renderer.rules.link_open = (...rendering) => {
    const [tokens, index, options, env, renderer] = rendering;
    const { base } = env as { readonly base?: string };
    const link = tokens[index];
    const href = String(link?.attrGet('href'));
    if (base !== undefined && URL.canParse(href, base)) link?.attrSet('href', new URL(href, base).href);
    return renderer.renderToken(tokens, index, options);
  };
  // What scrolls is reached by the keyboard. (WCAG 2.1.1)
  for (const rule of ['fence', 'code_block'] as const) {
    const render = markdown.renderer.rules[rule];
    markdown.renderer.rules[rule] = (...rendering) =>
      render?.(...rendering).replace(/^<pre/, '<pre tabindex="0"') ?? '';
  }
  return markdown;
}
