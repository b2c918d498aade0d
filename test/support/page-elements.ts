/** An answer with a page, or an element of one: what is asked for elements. */
export type Asked = { readonly html: string } | PageElement;

type Attributes = Readonly<Record<string, string>>;

/** A form control with its label, as a person finds it. */
export type PageField = {
  /** Its value. A group or a box has those that are chosen, with commas between them. */
  readonly value: string;
  /** The sentence of the refusal beside it. */
  readonly error: string | undefined;
};

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const VOID = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
/** A comment, the doctype, a closing tag, an opening tag, or a text. */
const TOKEN =
  /<!--.*?-->|<!doctype[^>]*>|<\/([a-z][\w-]*)>|<([a-z][\w-]*)((?:\s+[^\s=<>/]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/gisy;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;

const unescaped = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => ENTITIES[name] ?? '');
const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** An element of a page. Texts are as they are read, not as HTML writes them. */
export class PageElement {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly parent: PageElement | undefined;
  readonly children: (PageElement | string)[] = [];

  constructor(tag: string, attributes: Attributes = {}, parent?: PageElement) {
    this.tag = tag;
    this.attributes = attributes;
    this.parent = parent;
  }

  /** Its text in one line. */
  get text(): string {
    return inOneLine(
      this.children.map((child) => (typeof child === 'string' ? child : child.text)).join(' '),
    );
  }

  /** Its text without what screen readers leave out. */
  get said(): string {
    if (this.isHidden) return '';
    return inOneLine(
      this.children.map((child) => (typeof child === 'string' ? child : child.said)).join(' '),
    );
  }

  /** Its accessible name. */
  get name(): string {
    const { 'aria-label': label, alt, title, id } = this.attributes;
    const elements = this.root.all();
    const labels = elements.filter(
      (each) => each.tag === 'label' && id !== undefined && each.attributes['for'] === id,
    );
    const around = this.closest('label');
    const named = label ?? alt ?? (labels[0] ?? around)?.said;
    if (named !== undefined) return named;
    const caption = this.all().find(({ tag }) => tag === 'legend' || tag === 'caption');
    return (caption ?? this).said || (title ?? '');
  }

  get role(): string | undefined {
    return this.attributes['role'] ?? roles[this.tag]?.(this.attributes);
  }

  /** Tells whether screen readers leave it out. What is around it is not looked at. */
  get isHidden(): boolean {
    const { attributes, tag } = this;
    return (
      'hidden' in attributes || attributes['aria-hidden'] === 'true' || tag === 'script' || tag === 'style'
    );
  }

  get root(): PageElement {
    return this.parent?.root ?? this;
  }

  closest(tag: string): PageElement | undefined {
    return this.tag === tag ? this : this.parent?.closest(tag);
  }

  /** The elements within it, in order. */
  all({ hidden = true } = {}): PageElement[] {
    return this.children.flatMap((child) =>
      typeof child === 'string' || (!hidden && child.isHidden) ? [] : [child, ...child.all({ hidden })],
    );
  }
}

const named = (role: string) => () => role;
const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  number: 'spinbutton',
  radio: 'radio',
  search: 'searchbox',
  submit: 'button',
};

/** The role of each element that has one by itself. */
const roles: Readonly<Record<string, (attributes: Attributes) => string | undefined>> = {
  a: ({ href }) => (href === undefined ? undefined : 'link'),
  article: named('article'),
  button: named('button'),
  dialog: named('dialog'),
  fieldset: named('group'),
  form: named('form'),
  h1: named('heading'),
  h2: named('heading'),
  h3: named('heading'),
  header: named('banner'),
  img: ({ alt }) => (alt === '' ? undefined : 'img'),
  input: ({ type = 'text' }) => (type === 'hidden' ? undefined : (INPUT_ROLES[type] ?? 'textbox')),
  main: named('main'),
  meter: named('meter'),
  option: named('option'),
  output: named('status'),
  select: named('combobox'),
  table: named('table'),
  textarea: named('textbox'),
};

/** Reads a page. @throws Error where its tags are not closed in order, which a browser would mend silently */
export function elementsOf(page: Asked): PageElement {
  if (page instanceof PageElement) return page;
  const { html } = page;
  const root = new PageElement('#document');
  let open = root;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < html.length; at = TOKEN.lastIndex) {
    const [token = '', closed, tag, attributes = '', isClosed] = TOKEN.exec(html) ?? [];
    if (token === '') throw new Error(`no HTML: ${html.slice(at, at + 80)}`);
    if (closed !== undefined) {
      if (open.tag !== closed || !open.parent) throw new Error(`</${closed}> closes <${open.tag}>`);
      open = open.parent;
    } else if (tag !== undefined) {
      const child = new PageElement(tag, attributesOf(attributes), open);
      open.children.push(child);
      if (tag === 'script' || tag === 'style') TOKEN.lastIndex = html.indexOf(`</${tag}>`, TOKEN.lastIndex);
      if (!isClosed && !VOID.has(tag)) open = child;
    } else if (!token.startsWith('<')) open.children.push(unescaped(token));
  }
  if (open !== root) throw new Error(`<${open.tag}> is not closed`);
  return root;
}

const attributesOf = (text: string): Attributes =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );

/** Lists the elements of a role, those of a name alone where it is given. Hidden ones are not among them. */
export function allByRole(page: Asked, role: string, name?: string | RegExp): PageElement[] {
  const found = elementsOf(page)
    .all({ hidden: false })
    .filter((each) => each.role === role);
  return found.filter((each) => name === undefined || isNamed(each, name));
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

/** The title in the tab of a browser. */
export const titleOf = (page: Asked): string =>
  elementsOf(page)
    .all()
    .find(({ tag }) => tag === 'title')?.text ?? '';

const isNamed = ({ name }: PageElement, expected: string | RegExp) =>
  typeof expected === 'string' ? name === expected : expected.test(name);

const controlsOf = (page: Asked) =>
  elementsOf(page)
    .all()
    .filter(
      ({ tag, attributes }) =>
        ['fieldset', 'select', 'textarea'].includes(tag) ||
        (tag === 'input' && attributes['type'] !== 'hidden'),
    );

function typedIn(control: PageElement): string {
  const { tag, attributes } = control;
  const within = control.all();
  if (tag === 'textarea') return control.text;
  if (tag === 'select') {
    const options = within.filter((each) => each.tag === 'option');
    const chosen = options.find((each) => 'selected' in each.attributes) ?? options[0];
    return chosen?.attributes['value'] ?? chosen?.text ?? '';
  }
  if (tag === 'fieldset') return chosenOf(within);
  return ['checkbox', 'radio'].includes(attributes['type'] ?? '')
    ? chosenOf([control])
    : (attributes['value'] ?? '');
}

const chosenOf = (boxes: readonly PageElement[]) =>
  boxes
    .filter(({ attributes }) => 'checked' in attributes)
    .map(({ attributes }) => attributes['value'] ?? 'on')
    .join(', ');

function errorOf({ attributes, root }: PageElement): string | undefined {
  const ids = attributes['aria-describedby']?.split(' ').filter((id) => id.endsWith('-error')) ?? [];
  return root.all().find(({ attributes: { id = '' } }) => ids.includes(id))?.text;
}
