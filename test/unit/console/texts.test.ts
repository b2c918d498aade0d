import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const PAGES = new URL('../../../src/control-plane/console/pages/', import.meta.url).pathname;

/** Pages in English alone: those of the style, which only developers see. */
const inEnglish = ['style/'];

/** Texts that are the same in every language: names and formats, and a comment in code. */
const names = ['Gatehouse', 'GraphiQL', 'GraphQL', 'REST', 'CSV', '# Variables'];

/** Titles that what is new has at first. They are stored, and read by people of each language. */
const titles = ['Default Plan', 'Free', 'Gold', 'Sandbox', 'Silver'];

/** Attributes and members that people read. */
const read =
  /^(title|label|hint|caption|heading|placeholder|aria-label|alt|text|summary|confirm|data-confirm|submit)$/;

/** Elements of code, which is the same in every language. */
const OF_CODE = /^(code|kbd|pre)$/;

const isProse = (text: string) => /\p{L}/u.test(text) && ![...names, ...titles].includes(text.trim());
const isPhrase = (text: string) => isProse(text) && /\s|\p{Lu}/u.test(text);
const isSentence = (text: string) => isProse(text) && /^\p{Lu}\p{Ll}*,?\s\p{L}/u.test(text);

/** Lists the literals that a value can be, also by a condition or a default. */
function literalsOf(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsOf);
  if (ts.isBinaryExpression(node) && CHOICES.includes(node.operatorToken.kind))
    return [node.left, node.right].flatMap(literalsOf);
  return [];
}

const CHOICES = [
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
];

/** Lists the prose of a node itself. The names of facts are attributes called `name`. */
function proseOf(node: ts.Node): string[] {
  if (ts.isJsxText(node)) return [node.text].filter(isProse);
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
    return literalsOf(node.expression).filter(isPhrase);
  if (ts.isJsxAttribute(node)) {
    const isOfFact = /^<Fact\b/.test(node.parent.parent.getText()) && node.name.getText() === 'name';
    return read.test(node.name.getText()) || isOfFact ? literalsOf(node.initializer).filter(isPhrase) : [];
  }
  if (ts.isPropertyAssignment(node) && read.test(node.name.getText()))
    return literalsOf(node.initializer).filter(isPhrase);
  const isFault = ts.isNewExpression(node.parent) && /Error$/.test(node.parent.expression.getText());
  return ts.isStringLiteralLike(node) && !isFault ? [node.text].filter(isSentence) : [];
}

/** Lists the prose in a file's code, each with its line. */
function proseIn(file: string, code: string): string[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && OF_CODE.test(node.openingElement.tagName.getText())) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push(...proseOf(node).map((text) => `${file}:${line}: ${text.replace(/\s+/g, ' ').trim()}`));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return [...new Set(found)];
}

/** The files of the pages, without those of texts and those that are generated. */
const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/-texts\.ts$|^generated\//.test(file),
);

describe('a page of the console', () => {
  it('has no text in its code: texts are where each language has them', () => {
    const translated = files.filter((file) => !inEnglish.some((start) => file.startsWith(start)));
    expect(translated.flatMap((file) => proseIn(file, readFileSync(join(PAGES, file), 'utf8')))).toEqual([]);
  });

  it.each([
    ['text of an element', '<p>Nobody yet.</p>', 'Nobody yet.'],
    ['an attribute', '<Field label="Title" />', 'Title'],
    ['an attribute by a condition', "<a title={isOn ? 'Switch off' : text.on} />", 'Switch off'],
    ['parts of a template', '<a aria-label={`Delete $' + '{name}`} />', 'Delete'],
    ['a text by a default', "<p>{owner ?? 'Nobody'}</p>", 'Nobody'],
    ['a heading of a table', "const column = { heading: 'Name', cell };", 'Name'],
    ['a sentence of a constant', "const hints = { PUBLIC: 'Has no secret' };", 'Has no secret'],
    ['the name of a fact', '<Fact name="Last use">{at}</Fact>', 'Last use'],
  ])('is seen with %s', (_, code, text) => {
    expect(proseIn('page.tsx', code)).toEqual([`page.tsx:1: ${text}`]);
  });

  it.each([
    ['a name of a product', '<h1>Gatehouse</h1>'],
    ['code', '<code class="code">curl --help</code>'],
    ['words for machines', '<input name="rateLimit" class="input wide" type="number" />'],
    ['signs', '<p>{before} / {after}</p>'],
  ])('may have %s in its code', (_, code) => {
    expect(proseIn('page.tsx', code)).toEqual([]);
  });
});
