import { isIP } from 'node:net';

const DATE = /^\d{4}-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d{1,12})?(?:z|[+-](?:\d\d):?(?:\d\d))$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMAIL_MAX = 320;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

type Format = ((text: string) => boolean) | { readonly type: 'number'; validate(value: number): boolean };

/**
 * The formats of values that are checked. None of them takes longer than its text. Others are for people alone.
 * (OpenAPI Format Registry)
 */
export const formats: Readonly<Record<string, Format>> = {
  date: isDate,
  'date-time': (text) => isDate(text.slice(0, 10)) && /[t ]/i.test(text[10] ?? '') && isTime(text.slice(11)),
  uuid: (text) => UUID.test(text),
  email: isEmail,
  ipv4: (text) => isIP(text) === 4,
  ipv6: (text) => isIP(text) === 6,
  uri: (text) => URL.canParse(text),
  int32: {
    type: 'number',
    validate: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  },
  int64: { type: 'number', validate: (value) => Number.isInteger(value) },
};

function isDate(text: string): boolean {
  const [, month = '', day = ''] = DATE.exec(text) ?? [];
  return Number(day) >= 1 && Number(day) <= (DAYS[Number(month) - 1] ?? 0);
}

/** A leap second is one. (RFC 3339 §5.6) */
function isTime(text: string): boolean {
  const [, hour = '99', minute = '99', second = '99'] = TIME.exec(text) ?? [];
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at < text.length - 1 && text.length <= EMAIL_MAX && !/\s/.test(text);
}
