import type { MockAnswer, MockContent, MockExample } from './mock-answers.ts';

/** The wishes of a caller of a mock. */
type MockWish = {
  /** The header Prefer (RFC 7240): `code=404, example=gone`. */
  readonly prefer: string | undefined;
  readonly accept: string | undefined;
};

/** A chosen answer of a mock. */
export type ChosenMock = {
  readonly status: number;
  readonly headers: readonly string[];
  /** Null is an answer without a body. */
  readonly body: { readonly type: string; readonly text: string } | null;
  /** The preferences that were met, as Preference-Applied tells them. */
  readonly applied: readonly string[];
};

const PREFERENCE = /^\s*(code|example)\s*=\s*(?:"([^"]{0,200})"|([^\s";,]{1,200}))/i;
const PREFER_MAX = 1_000;
const OK = 200;

/**
 * Chooses an answer by the preferences of the caller. Otherwise it is the first success, or the first.
 *
 * @returns NOT_ACCEPTABLE where the caller accepts no type of it; undefined where there is no answer
 */
export function chosenMock(
  answers: readonly MockAnswer[],
  { prefer, accept }: MockWish,
): ChosenMock | 'NOT_ACCEPTABLE' | undefined {
  const { code, example } = preferencesIn(prefer);
  const byCode = code === undefined ? undefined : answerFor(answers, code);
  const answer = byCode ?? answers.find(({ status }) => status.startsWith('2')) ?? answers.at(0);
  if (!answer) return undefined;
  const status = byCode && code !== undefined ? code : statusOf(answer.status);
  const applied = byCode ? [`code=${status}`] : [];
  const { headers, content } = answer;
  if (content.length === 0) return { status, headers, body: null, applied };
  const accepted = contentFor(content, accept);
  if (!accepted) return 'NOT_ACCEPTABLE';
  const named = accepted.examples.find(({ name }) => name !== null && name === example);
  const chosen = named ?? (accepted.examples[0] as MockExample);
  if (named) applied.push(`example=${quoted(named.name ?? '')}`);
  return { status, headers, body: { type: accepted.type, text: chosen.text }, applied };
}

type Preferences = { readonly code?: number; readonly example?: string };

/** Reads the preferences that a mock knows. Others are no fault. (RFC 7240 §2) */
function preferencesIn(prefer: string | undefined): Preferences {
  const found: { code?: number; example?: string } = {};
  for (const each of (prefer ?? '').slice(0, PREFER_MAX).split(',')) {
    const [, name, inQuotes, token] = PREFERENCE.exec(each) ?? [];
    const value = inQuotes ?? token;
    if (name === undefined || value === undefined) continue;
    if (name.toLowerCase() === 'example') found.example ??= value;
    else if (/^[2-5]\d\d$/.test(value)) found.code ??= Number(value);
  }
  return found;
}

const quoted = (text: string) =>
  /^[\w.~-]+$/.test(text) ? text : `"${text.replace(/[^\x20-\x7e]|["\\]/g, '')}"`;

function answerFor(answers: readonly MockAnswer[], code: number): MockAnswer | undefined {
  return (
    answers.find(({ status }) => status === `${code}`) ??
    answers.find(({ status }) => status === `${Math.floor(code / 100)}XX`) ??
    answers.find(({ status }) => status === 'default')
  );
}

/** The status of an answer that is described for several. */
function statusOf(status: string): number {
  if (status === 'default') return OK;
  return Number(status.replace('XX', '00'));
}

/** Finds the first content that is accepted, JSON before others. */
function contentFor(content: readonly MockContent[], accept: string | undefined): MockContent | undefined {
  const ordered = [...content].sort((a, b) => Number(isJson(b)) - Number(isJson(a)));
  const ranges = (accept ?? '*/*')
    .slice(0, PREFER_MAX)
    .split(',')
    .filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each))
    .map((each) => (each.split(';', 1)[0] ?? '').trim().toLowerCase());
  const isAccepted = (type: string, range: string) =>
    range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
  return ordered.find(({ type }) =>
    ranges.some((range) => isAccepted((type.split(';', 1)[0] ?? '').trim().toLowerCase(), range)),
  );
}

const isJson = ({ type }: MockContent) => /[/+]json$/.test(type.split(';', 1)[0] ?? '');
