import { isObject } from '../../foundation/json.ts';

/** A text that is the same without quotes. Its first character begins no number, date, list or comment. */
const PLAIN = /^[A-Za-z/](?:[\w ./{}()-]*[\w/})])?$/;
/** Words that readers of YAML 1.1 or 1.2 take for something else than a text. */
const WORDS = /^(?:true|false|yes|no|on|off|y|n|null|nan|inf)$/i;
/** Lines that a literal block keeps as they are. */
const BLOCK =
  /^[^\s][\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u;
/** Characters that JSON may hold as they are, and YAML not. (YAML 1.2.2 §5.1) */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
/** The longest key of the short form. (YAML 1.2.2 §8.2.2) */
const KEY_LENGTH_MAX = 1_000;
const INDENT = '  ';

/** Writes JSON text as YAML. It is written once, in the form of which every reader makes the same value. */
export function yamlText(json: string): string {
  const value: unknown = JSON.parse(json);
  return `${isNested(value) ? linesOf(value, '').join('\n') : scalar(value, '')}\n`;
}

const isNested = (value: unknown): value is object =>
  Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;

function linesOf(value: object, pad: string): string[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap((item) => itemLines(item, pad));
  return Object.entries(value).flatMap(([name, member]) => {
    const key = scalar(name, undefined);
    const head = key.length > KEY_LENGTH_MAX ? `${pad}? ${key}\n${pad}:` : `${pad}${key}:`;
    return isNested(member) ? [head, ...linesOf(member, pad + INDENT)] : [`${head} ${scalar(member, pad)}`];
  });
}

/** The first member of an item stands beside its dash. */
function itemLines(item: unknown, pad: string): string[] {
  if (!isNested(item)) return [`${pad}- ${scalar(item, pad)}`];
  const [first = '', ...rest] = linesOf(item, pad + INDENT);
  return [`${pad}- ${first.slice(pad.length + INDENT.length)}`, ...rest];
}

/** @param pad the indentation of what it belongs to; undefined for a key */
function scalar(value: unknown, pad: string | undefined): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (PLAIN.test(value) && !WORDS.test(value)) return value;
  return (pad !== undefined && block(value, pad)) || quoted(value);
}

/** A text of several lines, readable as it is. */
function block(text: string, pad: string): string | undefined {
  const end = /\n*$/.exec(text)?.[0].length ?? 0;
  if (!text.includes('\n') || end > 1 || !BLOCK.test(text)) return undefined;
  const lines = text.slice(0, text.length - end).split('\n');
  return [end === 1 ? '|' : '|-', ...lines.map((line) => (line === '' ? '' : pad + INDENT + line))].join(
    '\n',
  );
}

const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    UNPRINTABLE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
