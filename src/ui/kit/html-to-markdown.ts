import TurndownService from 'turndown';

type Rule = TurndownService.Rule;
type Element = Extract<TurndownService.Node, HTMLElement>;

/** Elements without what is read: controls, pictures, and what is for screen readers alone. */
const LEFT_OUT = ['script', 'style', 'form', 'button', 'svg', 'template', 'search', 'caption'] as const;

/**
 * Converts the content of our own pages to Markdown. (CommonMark 0.31, tables of GitHub)
 *
 * All text is escaped, whoever wrote it: a name in a page is no more than a name in Markdown, too.
 *
 * @param absolute makes an address of a page absolute
 */
export function htmlToMarkdown(html: string, absolute: (href: string) => string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    br: '',
  });
  const usual = service.escape;
  service.escape = (text) => usual(withoutControls(text)).replace(/[<|]/g, '\\$&');
  for (const [name, rule] of Object.entries({ ...rules, link: linkRule(absolute) }))
    service.addRule(name, rule);
  return `${service.turndown(html)}\n`;
}

const withoutControls = (text: string) => text.replace(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** Tells whether an element is hidden from some, or is no more than decoration. */
const isHidden = (node: Element) =>
  node.classList.contains('visually-hidden') ||
  node.classList.contains('code-show') ||
  node.hasAttribute('hidden') ||
  node.getAttribute('aria-hidden') === 'true' ||
  (node.nodeName === 'IMG' && node.getAttribute('alt') === '');

/** The head of a table is its first row. */
const isFirstRow = ({ previousSibling, parentNode }: Element) =>
  !previousSibling && parentNode?.previousSibling?.nodeName !== 'THEAD';

/** Writes code between fences that are longer than what it holds of them. */
function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}\n${code.replace(/\n$/, '')}\n${fence}\n\n`;
}

const rules: Readonly<Record<string, Rule>> = {
  leftOut: {
    filter: (node) => (LEFT_OUT as readonly string[]).includes(node.nodeName.toLowerCase()) || isHidden(node),
    replacement: () => '',
  },
  pre: { filter: 'pre', replacement: (_content, node) => fenced(node.textContent ?? '') },
  cell: {
    filter: ['th', 'td'],
    replacement: (content) => ` ${content.replace(/\s+/g, ' ').trim()} |`,
  },
  row: {
    filter: 'tr',
    replacement: (content, node) =>
      isFirstRow(node as Element)
        ? `\n|${content}\n|${' --- |'.repeat(node.childNodes.length)}`
        : `\n|${content}`,
  },
  rows: { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content },
  table: {
    filter: 'table',
    replacement: (content) => `\n\n${content.replace(/\n{2,}/g, '\n').trim()}\n\n`,
  },
  item: {
    filter: 'li',
    replacement: (content) => `- ${content.trim().replace(/\n/g, '\n  ')}\n`,
  },
};

function linkRule(absolute: (href: string) => string): Rule {
  return {
    filter: 'a',
    replacement(content, node) {
      const label = content.replace(/\s+/g, ' ').trim();
      const target = absolute((node as Element).getAttribute('href') ?? '');
      if (label === '') return '';
      const isFollowed = (node as Element).nextSibling?.nodeName === 'A';
      return `[${label}](${encoded(target)})${isFollowed ? ' ' : ''}`;
    },
  };
}

/** Encodes what would end the target of a link. */
const encoded = (target: string) =>
  target.replace(/[\s<>()\\|]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
