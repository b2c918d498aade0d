import { dirname, normalize } from 'node:path/posix';

type Token = {
  readonly type: string;
  readonly children: Token[] | null;
  attrGet(name: string): string | null;
};
type Markdown = {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: { tokens: Token[]; env: { relativePath?: string } }) => void): void;
    };
  };
};

/** Tells whether a link leads to a file of the repository that is no page. */
function leavesSite(page: string, href: string): boolean {
  if (/^([a-z]+:|#)/.test(href)) return false;
  return normalize(`${dirname(page)}/${href}`).startsWith('..');
}

/** Shows links to files of the repository as text: the site holds no such files. */
export function showOuterLinksAsText(markdown: Markdown): void {
  markdown.core.ruler.push('outer-links', ({ tokens, env }) => {
    for (const token of tokens)
      token.children?.splice(
        0,
        token.children.length,
        ...withoutOuter(token.children, env.relativePath ?? ''),
      );
  });
}

function withoutOuter(tokens: readonly Token[], page: string): Token[] {
  let isOuter = false;
  return tokens.filter((token) => {
    if (token.type === 'link_open') isOuter = leavesSite(page, token.attrGet('href') ?? '');
    const isDropped = isOuter && /^link_(open|close)$/.test(token.type);
    if (token.type === 'link_close') isOuter = false;
    return !isDropped;
  });
}
