import { describe, expect, it } from 'vitest';
import { markdownToHtml } from '../../../src/ui/kit/markdown.ts';

describe('Markdown of a provider', () => {
  it('has headings below the title of the page, lists, tables, code and links', () => {
    const html = markdownToHtml(
      '# One\n\n###### Six\n\n- a\n\n|x|\n|-|\n|y|\n\n`z`\n\n[go](https://example.com) https://example.org',
    );
    for (const part of ['<h3>One</h3>', '<h6>Six</h6>', '<li>a</li>', '<td>y</td>', '<code>z</code>'])
      expect(html).toContain(part);
    expect(html).toContain('<a href="https://example.com">go</a>');
    expect(html).toContain('<a href="https://example.org">https://example.org</a>');
  });

  it('leaves no level of headings out, whichever it begins with', () => {
    const html = markdownToHtml('## Two\n\n### Three\n\n## Two again');
    expect(html).toBe('<h3>Two</h3>\n<h4>Three</h4>\n<h3>Two again</h3>\n');
    expect(markdownToHtml('### Three\n\n# One', 2)).toBe('<h4>Three</h4>\n<h2>One</h2>\n');
    expect(markdownToHtml('###### Six')).toBe('<h3>Six</h3>\n');
  });

  it('is bounded in what it makes: a table of too many cells stays text', () => {
    const row = (cell: string, count: number) => `|${cell}`.repeat(count);
    const wide = `${row('a', 100)}\n${row('-', 100)}\n${'|x\n'.repeat(6_000)}`;
    const html = markdownToHtml(wide);
    expect(html).not.toContain('<table>');
    expect(html).toContain('|x');
    expect(html.length).toBeLessThan(2 * wide.length);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '[x](//elsewhere.example)',
    '![x](https://elsewhere.example/seen.png)',
    '<https://example.com/" onclick="alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '`` <b onclick=alert(1)> ``',
    '```"><script>\nx\n```',
  ])('is text where it would run or be fetched: %s', (text) => {
    const html = markdownToHtml(text);
    expect(html).not.toMatch(/<(?:script|img|b|iframe)\b/i);
    expect(html).not.toMatch(/<[^>]*\son\w+=/i);
    expect(html).not.toMatch(/href="(?!https?:|mailto:|#|\/(?!\/))/i);
  });
});
