import MarkdownIt from 'markdown-it';

/** Headings begin below the title of the page and of its section. */
const HEADING_LEVEL_MIN = 3;

/**
 * Markdown without HTML and images. Links lead to http, https and mailto alone.
 *
 * An image of another server would tell it who reads the page.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 }).disable('image');

markdown.validateLink = (url) =>
  /^(?:https?:|mailto:|[/#?])/i.test(url.trim()) && !url.trim().startsWith('//');

for (const rule of ['heading_open', 'heading_close'] as const)
  markdown.renderer.rules[rule] = (...rendering) => {
    const [tokens, index, options, , renderer] = rendering;
    const token = tokens[index];
    if (token) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + HEADING_LEVEL_MIN - 1)}`;
    return renderer.renderToken(tokens, index, options);
  };

// What scrolls is reached by the keyboard. (WCAG 2.1.1)
for (const rule of ['fence', 'code_block'] as const) {
  const render = markdown.renderer.rules[rule];
  markdown.renderer.rules[rule] = (...rendering) =>
    render?.(...rendering).replace(/^<pre/, '<pre tabindex="0"') ?? '';
}

/** Renders Markdown as HTML that can only be read and followed. (CommonMark 0.31) */
export function markdownToHtml(text: string): string {
  return markdown.render(text);
}
