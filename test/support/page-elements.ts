import { computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api';
import { parseHTML } from 'linkedom';
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  Parser,
  type ParserErrorHandler,
  type Token,
} from 'parse5';

/** An answer with a page, or an element of one: what is asked for elements. */
export type Asked = { readonly html: string } | PageElement;

/** A form control with its label, as a person finds it. */
export type PageField = {
  /** Its value. A group or a box has those that are chosen, with commas between them. */
  readonly value: string;
  /** The sentence of the refusal beside it. */
  readonly error: string | undefined;
};

const NEVER_SHOWN = ['head', 'script', 'style', 'template'];
/** The style sheet of every browser, as far as names and roles depend on it. Those of pages are not read. */
const styles = {
  getComputedStyle({ localName }: Element) {
    const display = NEVER_SHOWN.includes(localName) ? 'none' : '';
    return { display, getPropertyValue: () => display } as unknown as CSSStyleDeclaration;
  },
  computedStyleSupportsPseudoElements: false,
};

/** The elements of a page, or those within one of them. */
class PageElements {
  readonly #parent: ParentNode;

  constructor(parent: ParentNode) {
    this.#parent = parent;
  }

  /** Lists those that a CSS selector finds, in order. */
  all(selectors = '*'): PageElement[] {
    return [...this.#parent.querySelectorAll(selectors)].map((each) => new PageElement(each));
  }
}

/** An element of a page. Texts are as they are read, not as HTML writes them. */
export class PageElement extends PageElements {
  readonly #element: Element;

  constructor(element: Element) {
    super(element);
    this.#element = element;
  }

  get tag(): string {
    return this.#element.localName;
  }

  get attributes(): Readonly<Record<string, string>> {
    const names = [...this.#element.getAttributeNames()];
    return Object.fromEntries(names.map((name) => [name, this.#element.getAttribute(name) ?? '']));
  }

  /** Its text in one line. */
  get text(): string {
    return textsOf(this.#element).join(' ').replace(/\s+/g, ' ').trim();
  }

  /** Its accessible name. */
  get name(): string {
    return computeAccessibleName(this.#element, styles).replace(/\s+/g, ' ');
  }

  /** Its role. That of a `meter` is the one on our pages that the library does not know. */
  get role(): string | undefined {
    if (this.tag === 'meter') return 'meter';
    return getRole(this.#element) ?? undefined;
  }

  /** Tells whether screen readers leave it out. */
  get isHidden(): boolean {
    return isInaccessible(this.#element, styles);
  }

  /** The elements whose ids an attribute lists. */
  named(attribute: string): PageElement[] {
    const ids = this.attributes[attribute]?.split(' ') ?? [];
    const found = ids.map((id) => this.#element.ownerDocument.getElementById(id));
    return found.filter((each) => each !== null).map((each) => new PageElement(each));
  }
}

function textsOf(node: Node): string[] {
  if (node.nodeType === node.TEXT_NODE) return [node.textContent ?? ''];
  return ['SCRIPT', 'STYLE'].includes(node.nodeName) ? [] : [...node.childNodes].flatMap(textsOf);
}

/** The pages that were parsed: most tests ask one page several questions. */
const parsed = new WeakMap<object, PageElements>();

/** Reads a page. @throws Error where its tags are not closed in order, which a browser would mend silently */
export function elementsOf(page: Asked): PageElements {
  if (page instanceof PageElement) return page;
  const known = parsed.get(page);
  if (known) return known;
  StrictParser.parse(page.html, { onParseError: refuseFault(page.html) });
  const { document } = parseHTML(page.html);
  // The parser makes texts of their own of what is escaped.
  document.documentElement.normalize();
  const elements = new PageElements(document);
  parsed.set(page, elements);
  return elements;
}

/** A parser that refuses an end tag of anything but the innermost open element. */
class StrictParser extends Parser<DefaultTreeAdapterMap> {
  override onEndTag(token: Token.TagToken): void {
    this.#expectOpen(token.tagName === 'html' ? 'body' : token.tagName, `</${token.tagName}>`);
    super.onEndTag(token);
  }

  override onEof(token: Token.EOFToken): void {
    this.#expectOpen('body', 'The end');
    super.onEof(token);
  }

  /** A body stays open until the end, whatever closes it. */
  #expectOpen(tag: string, end: string) {
    const { tagName } = this.openElements.current as DefaultTreeAdapterTypes.Element;
    if (tagName.toLowerCase() !== tag) throw new Error(`${end} closes <${tagName}>`);
  }
}

const refuseFault =
  (html: string): ParserErrorHandler =>
  ({ code, startOffset }) => {
    throw new Error(`${code}: ${html.slice(startOffset, startOffset + 80)}`);
  };

/** Lists the elements of a role, those of a name alone where it is given. Hidden ones are not among them. */
export function allByRole(page: Asked, role: string, name?: string | RegExp): PageElement[] {
  return elementsOf(page)
    .all()
    .filter((each) => each.role === role && !each.isHidden)
    .filter((each) => name === undefined || isNamed(each, name));
}

/** Finds the one element of a role and name. @throws Error where there is none or another */
export function byRole(page: Asked, role: string, name?: string | RegExp): PageElement {
  const found = allByRole(page, role, name);
  const [first] = found;
  if (first && found.length === 1) return first;
  const names = allByRole(page, role).map((each) => each.name);
  throw new Error(`${found.length} of ${role} ${name ?? ''}; there are: ${names.join(' | ')}`);
}

/** Lists the form controls with a label. */
export function fieldsOf(page: Asked, label: string): PageField[] {
  return controlsOf(page)
    .filter((each) => isNamed(each, label))
    .map((control) => ({ value: typedIn(control), error: errorOf(control) }));
}

/** Finds the one form control with a label. @throws Error where there is none or another */
export function fieldOf(page: Asked, label: string): PageField {
  const found = fieldsOf(page, label);
  const [first] = found;
  if (first && found.length === 1) return first;
  const labels = controlsOf(page).map(({ name }) => name);
  throw new Error(`${found.length} fields ${label}; there are: ${labels.join(' | ')}`);
}

/** Lists the sentences of a refusal that stand beside fields. */
export const fieldErrorsOf = (page: Asked): string[] =>
  controlsOf(page).flatMap((control) => errorOf(control) ?? []);

/** Lists where the links of a name lead, or all links of a page. */
export const hrefsOf = (page: Asked, name?: string | RegExp): string[] =>
  allByRole(page, 'link', name).map(({ attributes }) => attributes['href'] ?? '');

/** Lists the buttons of posted forms, without those of the page's frame. */
export const postButtonsOf = (page: Asked): string[] =>
  byRole(page, 'main')
    .all('form[method=post]')
    .flatMap((form) => allByRole(form, 'button').map(({ name }) => name));

/** Lists what a page hands on by hidden fields of a name. */
export const hiddenOf = (page: Asked, name: string): string[] =>
  elementsOf(page)
    .all(`input[type=hidden][name="${name}"]`)
    .map(({ attributes }) => attributes['value'] ?? '');

/** The title in the tab of a browser. */
export const titleOf = (page: Asked): string => elementsOf(page).all('title')[0]?.text ?? '';

const isNamed = ({ name }: PageElement, expected: string | RegExp) =>
  typeof expected === 'string' ? name === expected : expected.test(name);

const controlsOf = (page: Asked) =>
  elementsOf(page).all('fieldset, select, textarea, input:not([type=hidden])');

function typedIn(control: PageElement): string {
  const { tag, attributes } = control;
  if (tag === 'textarea') return control.text;
  if (tag === 'select') return chosenValue(control.all(':checked')[0] ?? control.all('option')[0]);
  if (tag === 'fieldset') return control.all('input:checked').map(chosenValue).join(', ');
  if (!['checkbox', 'radio'].includes(attributes['type'] ?? '')) return attributes['value'] ?? '';
  return 'checked' in attributes ? chosenValue(control) : '';
}

/** The value of an option or box. One without an attribute has its text, or "on". */
const chosenValue = (option: PageElement | undefined) =>
  option?.attributes['value'] ?? (option?.tag === 'option' ? option.text : option && 'on') ?? '';

function errorOf(control: PageElement): string | undefined {
  return control.named('aria-describedby').find(({ attributes }) => attributes['id']?.endsWith('-error'))
    ?.text;
}
