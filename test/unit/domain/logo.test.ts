import { describe, expect, it } from 'vitest';
import { logoFrom, logoUrl } from '../../../src/domain/branding/logo.ts';

const urlOf = (bytes: string | Buffer, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink='http://www.w3.org/1999/xlink' ${attributes}>${inside}</svg>`;
const read = (bytes: string | Buffer) => logoFrom(urlOf(bytes), ['logo']);
const refused = (message: string | RegExp) =>
  expect.objectContaining({
    code: 'BAD_USER_INPUT',
    inputPath: ['logo'],
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });

const PNG = Buffer.from('\x89PNG\r\n\x1a\nmore', 'latin1');
const WEBP = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1');

describe('a logo', () => {
  it.each([
    ['image/png', PNG],
    ['image/webp', WEBP],
    ['image/svg+xml', Buffer.from(svg('<path d="M0 0h9v9z"/>'))],
  ])('is %s by its bytes, whatever its URL says', (type, bytes) => {
    const logo = logoFrom(urlOf(bytes, 'text/html'), ['logo']);
    expect(logo).toEqual({ type, data: bytes.toString('base64') });
    expect(logoUrl(logo)).toBe(urlOf(bytes, type));
  });

  it('has at most 64 KB', () => {
    const large = Buffer.concat([PNG, Buffer.alloc(65_536 - PNG.length)]);
    expect(read(large).type).toBe('image/png');
    expect(() => read(Buffer.concat([large, Buffer.alloc(1)]))).toThrow(
      refused('The logo has 65537 bytes: it may have 65536.'),
    );
  });

  it.each([
    ['nothing', ''],
    ['an address', 'https://example.com/logo.png'],
    ['a data URL that is not in base64', 'data:image/svg+xml,<svg/>'],
    ['no base64', 'data:image/png;base64,a b'],
    ['no bytes', 'data:image/png;base64,'],
  ])('is refused where there is %s', (_what, url) =>
    expect(() => logoFrom(url, ['logo'])).toThrow(refused(/^The logo is no data URL in base64/)),
  );

  it.each([
    ['GIF', 'GIF89a'],
    ['HTML', '<html><svg></svg></html>'],
    ['SVG in another encoding', Buffer.from(svg(''), 'utf16le')],
    ['text that is no UTF-8', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0x20, 0xff])],
  ])('is refused where it is %s', (_what, bytes) =>
    expect(() => read(bytes)).toThrow(refused('The logo is no PNG, WebP or SVG image.')),
  );
});

describe('an SVG logo', () => {
  it.each([
    [
      'with a declaration and comments',
      `<?xml version="1.0" encoding="UTF-8"?><!-- <script> -->\n${svg('')}`,
    ],
    ['with a byte order mark', `\ufeff${svg('')}`],
    ['with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:path d="M0 0"/></s:svg>'],
    [
      'with a gradient of its own',
      svg('<linearGradient id="a"/><rect style="fill:url(#a)" fill="url( \'#a\' )"/>'),
    ],
    ['that uses its own parts', svg('<symbol id="a"/><use xlink:href="#a"/><use href = "#a"/>')],
    ['with a style sheet', svg('<style>.a { fill: #fff; stroke: url(#b) } /* note */</style>')],
    ['with a title', svg('<title>Acme &amp; Sons &#169; one = two</title>')],
  ])('is taken %s', (_what, text) => expect(read(text).type).toBe('image/svg+xml'));

  const element = /^The logo has an element/;
  const handler = /^The logo has an event handler/;
  const outside = /^The logo refers to something outside of it/;
  const markup = /^The logo has a DTD/;
  it.each([
    ['a script', svg('<script>alert(1)</script>'), element],
    ['a script in capitals', svg('<SCRIPT/>'), element],
    ['a script under another prefix', svg('<x:script xmlns:x="http://www.w3.org/2000/svg"/>'), element],
    ['HTML', svg('<foreignObject><body/></foreignObject>'), element],
    ['a frame', svg('<iframe src="x"/>'), element],
    ['a link', svg('<a href="#a"/>'), element],
    ['an image', svg('<image href="#a"/>'), element],
    ['an animation', svg('<set attributeName="href" to="x"/>'), element],
    ['a handler', svg('', 'onload="alert(1)"'), handler],
    ['a handler in capitals, on its own line', svg('<path\nONCLICK = "x"/>'), handler],
    ['a handler right behind another attribute', svg(`<path d=""onclick="x"/>`), handler],
    ['a reference to a script', svg('<use href="javascript:alert(1)"/>'), outside],
    ['a reference in other letters', svg('<use href="&#106;avascript:alert(1)"/>'), outside],
    ['a reference to another host', svg('<use xlink:href="https://evil.example/a.svg#a"/>'), outside],
    ['a reference to another file', svg("<use href='a.svg#a'/>"), outside],
    [
      'a reference between what looks like a namespace',
      svg(`<use id="xmlns='" href="http://evil.example" class="'"/>`),
      outside,
    ],
    ['a font of another host', svg('<style>@font-face { src: url(//evil.example/f) }</style>'), outside],
    ['an address in other letters', svg('<rect fill="url&#40;http://evil.example/#a)"/>'), outside],
    ['an imported style sheet', svg('<style>@import "a.css";</style>'), outside],
    ['an image of a style', svg('<style>.a { mask: image-set("a.png") }</style>'), outside],
    ['another base', svg('', 'xml:base="/elsewhere/"'), outside],
    ['a style with escapes', svg('<style>.a { mask: \\75rl(a.png) }</style>'), /^The logo has a backslash/],
    ['a DTD', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, /no PNG, WebP or SVG image/],
    ['a DTD behind the declaration', `<?xml version="1.0"?>${svg('<!ENTITY a "b">')}`, markup],
    ['a CDATA section', svg('<style><![CDATA[a]]></style>'), markup],
    ['a style sheet by a processing instruction', svg('<?xml-stylesheet href="#a"?>'), markup],
    ['a script in a comment within its name', svg('<scr<!-- -->ipt/>'), element],
    ['another encoding', `<?xml version="1.0" encoding="ISO-2022-JP"?>${svg('')}`, markup],
  ])('is refused for %s', (_what, text, message) => expect(() => read(text)).toThrow(refused(message)));
});
