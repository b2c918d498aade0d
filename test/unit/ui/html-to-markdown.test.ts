import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from '../../../src/ui/kit/html-to-markdown.ts';

const markdownOf = (html: string) => htmlToMarkdown(html, (href) => `http://portal.test${href}`);

describe('a page as Markdown', () => {
  it.each([
    ['headings and paragraphs', '<h1>Rates</h1><p>Of today.</p>', '# Rates\n\nOf today.\n'],
    ['lists within lists', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c\n'],
    [
      'links, whose targets end nowhere else',
      '<p><a href="/a (b)">x</a><a href="/c">y</a></p>',
      '[x](http://portal.test/a%20%28b%29) [y](http://portal.test/c)\n',
    ],
    [
      'tables, whose cells have one line',
      '<table><caption>C</caption><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1\n|2</td><td><p>3</p></td></tr></tbody></table>',
      '| A | B |\n| --- | --- |\n| 1 \\|2 | 3 |\n',
    ],
    ['code between fences that it cannot end', '<pre>a\n```\nb</pre>', '````\na\n```\nb\n````\n'],
    [
      'texts that are no more than texts',
      '<p># a *b* [c](d) &lt;e&gt; `f`</p>',
      '\\# a \\*b\\* \\[c\\](d) \\<e> \\`f\\`\n',
    ],
    ['no control characters', '<p>a\u0007\u202eb</p>', 'a b\n'],
    [
      'nothing of controls, of what is hidden and of decoration',
      '<form><p>x</p></form><button>y</button><p hidden>z</p><span class="visually-hidden">v</span><span aria-hidden="true">C</span><img src="/icon" alt=""><p>kept</p>',
      'kept\n',
    ],
  ])('has %s', (_what, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});
