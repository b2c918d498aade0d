import { eventsIn } from './graphiql/event-stream.ts';
import { element, fill, readProps } from './page.ts';
import type { CallsProps } from './props.ts';

type Titled = { readonly name: string; readonly title: string };

/** A call as the subscription tells it. */
type Call = {
  readonly requestId: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number | null;
  readonly api: string | null;
  readonly apiTitle: string | null;
  readonly oauthProvider: string | null;
  readonly catalog: Titled | null;
  readonly application: (Titled & { readonly consumerOrg: Titled }) | null;
};

const AGAIN_AFTER_MS = 3_000;

const props = readProps<CallsProps>();
const { texts } = props;
const list = element('calls');
const pause = element('calls-pause');
const state = element('calls-state');
const [answered, refused] = (element('call-row') as HTMLTemplateElement).content.children;

/** The calls that came while the stream was paused, the newest first. */
let waiting: Call[] = [];
let isPaused = false;

element('calls-live').hidden = false;
pause.addEventListener('click', () => {
  isPaused = !isPaused;
  const held = waiting;
  waiting = [];
  for (const call of held.reverse()) add(call);
  tell();
});
void followForever();

/** Follows until the platform refuses. A connection that breaks is made again. */
async function followForever(): Promise<void> {
  for (;;) {
    const problem = await follow().catch(() => undefined);
    if (problem !== undefined) {
      pause.hidden = true;
      state.replaceChildren(problem);
      return;
    }
    state.replaceChildren(texts.broken);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}

/** Follows until the stream ends. Returns the sentence of a refusal. */
async function follow(): Promise<string | undefined> {
  const { document: query, variables, endpoint } = props;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      // No page of another origin can send this header.
      'x-gatehouse-console': '1',
    },
    body: JSON.stringify({ query, variables }),
  });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body)
    return (await response.json()).errors?.[0]?.message ?? response.statusText;
  tell();
  for await (const { data, errors } of eventsIn(response.body)) {
    if (errors?.[0]) return errors[0].message;
    receive((data as unknown as { calls: Call }).calls);
  }
  return undefined;
}

function receive(call: Call): void {
  if (!isPaused) add(call);
  else waiting = [call, ...waiting].slice(0, props.rows);
  if (isPaused) tell();
}

function tell(): void {
  const { length } = waiting;
  const count = length === props.rows ? fill(texts.orMore, { count: length }) : length;
  pause.replaceChildren(isPaused ? fill(texts.goOn, { count }) : texts.pause);
  state.replaceChildren(isPaused ? texts.paused : texts.live);
}

function add(call: Call): void {
  element('calls-none').hidden = true;
  list.prepend(rowOf(call));
  while (list.childElementCount > props.rows) list.lastElementChild?.remove();
}

/** Fills a row of the template. */
function rowOf(call: Call): Element {
  const row = (call.code === null ? answered : refused)?.cloneNode(true) as Element;
  const { catalog, application } = call;
  fillPart(row, 'time > time', call.at.slice(11, 19)).setAttribute('datetime', call.at);
  fillPart(row, 'status > span', call.status).className = `badge badge-${toneOf(call.status)}`;
  const link = row.querySelector('a');
  if (link && call.code !== null) {
    link.textContent = call.code;
    link.href = link.href.replace('REQUEST_ID', encodeURIComponent(call.requestId));
  }
  fillPart(row, 'request > code', `${call.method} ${call.path}`);
  const { api, apiTitle } = call;
  const title = apiTitle === null ? api : `${apiTitle} ${api?.split(':').at(-1)}`;
  const target = api === null ? call.oauthProvider : title;
  fillPart(row, 'target', joined(target, catalog?.title)).setAttribute('title', joined(api, catalog?.name));
  const caller = fillPart(row, 'caller', joined(application?.title, application?.consumerOrg.title));
  caller.setAttribute('title', application ? `${application.consumerOrg.name}/${application.name}` : '');
  fillPart(row, 'took', tookOf(call.durationMs));
  return row;
}

function fillPart(row: Element, part: string, text: string | number): Element {
  const found = row.querySelector(`.call-${part}`);
  if (!found) throw new Error(`A row has no ${part}.`);
  found.textContent = `${text}`;
  return found;
}

const joined = (...texts: readonly (string | null | undefined)[]) => texts.filter(Boolean).join(' · ');

const toneOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'waiting' : 'bad');

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

function tookOf(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1_000) return `${Math.max(1, Math.round(ms))} ms`;
  return `${(ms / 1_000).toLocaleString(document.documentElement.lang, ONE_DIGIT)} s`;
}
