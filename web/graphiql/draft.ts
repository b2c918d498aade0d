import { element, fill } from '../page.ts';
import type { DraftTexts } from '../props.ts';
import type { Fetcher } from './fetcher.ts';

const FIELDS = ['query', 'variables', 'headers'] as const;
export type DraftField = (typeof FIELDS)[number];
type Fields = Readonly<Record<DraftField, HTMLTextAreaElement>>;

/** The content of the plain editor, as GraphiQL takes it over. */
export type Typed = Readonly<Record<DraftField, string>> & {
  /** The last answer; empty before the first. */
  readonly response: string;
  /** The one of the two that is shown below the query. */
  readonly tool: 'variables' | 'headers';
  /** The field that has the focus, with its selection. */
  readonly focus: { readonly field: DraftField; readonly start: number; readonly end: number } | undefined;
};

type DraftOptions = {
  readonly fetcher: Fetcher;
  /** The storage in which GraphiQL has kept an earlier visit. */
  readonly storage: Storage;
  readonly texts: DraftTexts;
};

/**
 * The plain editor of the form `#draft`, which runs documents until GraphiQL takes its place.
 *
 * The form is a part of the page: one can type before any script has come.
 */
export class Draft {
  readonly #form = element('draft') as HTMLFormElement;
  readonly #answer = element('draft-answer');
  readonly #button = element('draft-run') as HTMLButtonElement;
  readonly #fields: Fields = {
    query: element('draft-query') as HTMLTextAreaElement,
    variables: element('draft-variables') as HTMLTextAreaElement,
    headers: element('draft-headers') as HTMLTextAreaElement,
  };
  readonly #fetcher: Fetcher;
  readonly #texts: DraftTexts;
  #isComposing = false;
  #isRunning = false;
  /** Ends the subscription that runs. */
  #stop: (() => void) | undefined;
  #take: ((typed: Typed) => void) | undefined;

  constructor({ fetcher, storage, texts }: DraftOptions) {
    this.#fetcher = fetcher;
    this.#texts = texts;
    restore(this.#fields, storage);
    this.#listen();
    this.#button.disabled = false;
  }

  /** Gives what was typed, once no call runs and no character is being composed. It takes the form away. */
  handOver(take: (typed: Typed) => void): void {
    this.#take = take;
    this.#settle();
  }

  /** Says that GraphiQL will not come. */
  stay(): void {
    element('draft-hint').textContent = this.#texts.notLoaded;
  }

  #listen(): void {
    const form = this.#form;
    form.addEventListener('compositionstart', () => {
      this.#isComposing = true;
    });
    form.addEventListener('compositionend', () => {
      this.#isComposing = false;
      this.#settle();
    });
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.#button.click();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#stop) this.#stop();
      else if (!this.#isRunning) void this.#run();
    });
  }

  #settle(): void {
    if (!this.#take || this.#isRunning || this.#isComposing) return;
    const take = this.#take;
    this.#take = undefined;
    const typed = this.#typed();
    this.#form.remove();
    take(typed);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#button.setAttribute('aria-busy', 'true');
    this.#answer.textContent = '';
    try {
      const headers = this.#json('headers') as Record<string, string> | undefined;
      const document = { query: this.#fields.query.value, variables: this.#json('variables') };
      await this.#show(await this.#fetcher(document, { headers: headers ?? {} }));
    } catch (error) {
      this.#write({ errors: [{ message: error instanceof Error ? error.message : String(error) }] });
    }
    this.#isRunning = false;
    this.#button.removeAttribute('aria-busy');
    this.#settle();
  }

  /** @throws Error that names the field, where it is no JSON */
  #json(name: DraftField): unknown {
    const { value, ariaLabel } = this.#fields[name];
    if (value.trim() === '') return undefined;
    try {
      return JSON.parse(value);
    } catch {
      throw new Error(fill(this.#texts.notJson, { field: ariaLabel ?? name }));
    }
  }

  /** Writes an answer, or those of a subscription until it ends. */
  async #show(result: unknown): Promise<void> {
    if (!isStream(result)) return this.#write(result);
    this.#stop = () => void result.return?.();
    this.#button.ariaLabel = this.#texts.stop;
    try {
      for await (const each of result) this.#write(each);
    } finally {
      this.#stop = undefined;
      this.#button.ariaLabel = this.#texts.run;
    }
  }

  #write(result: unknown): void {
    this.#answer.textContent = JSON.stringify(result, null, 2);
  }

  #typed(): Typed {
    const { query, variables, headers } = this.#fields;
    const field = FIELDS.find((name) => this.#fields[name] === document.activeElement);
    return {
      query: query.value,
      variables: variables.value,
      headers: headers.value,
      response: this.#answer.textContent ?? '',
      tool: new FormData(this.#form).get('tool') === 'headers' ? 'headers' : 'variables',
      focus: field && {
        field,
        start: this.#fields[field].selectionStart,
        end: this.#fields[field].selectionEnd,
      },
    };
  }
}

const isStream = (value: unknown): value is AsyncIterableIterator<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Fills in what was kept of an earlier visit, unless somebody typed faster. */
function restore(fields: Fields, storage: Storage): void {
  const query = storage.getItem('graphiql:query');
  const isUntouched = FIELDS.every((name) => fields[name].value === fields[name].defaultValue);
  if (query === null || !isUntouched) return;
  fields.query.value = query;
  fields.variables.value = storage.getItem('graphiql:variables') ?? '';
}
