/** The answers to requests with known methods, as a client sees them who forgives nothing. */
export type StrictAnswers = {
  readonly statuses: readonly number[];
  /** The codes of refusals. */
  readonly codes: readonly string[];
  /** Bytes of an answer that is not complete. */
  readonly rest: string;
};

const STATUS_LINE = /^HTTP\/1\.1 [1-5]\d\d [\x20-\x7e]*$/;
const HEADER_LINE = /^[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Reads answers, but interim ones, in Latin-1.
 *
 * @throws Error at what is no answer
 */
export function strictAnswers(text: string, methods: readonly string[]): StrictAnswers {
  const statuses: number[] = [];
  const codes: string[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return { statuses, codes, rest };
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    if (!STATUS_LINE.test(first) || !lines.every((line) => HEADER_LINE.test(line)))
      throw new Error(`This is no answer: ${JSON.stringify(rest.slice(0, 300))}`);
    const behind = rest.slice(end + 4);
    const status = Number(first.split(' ')[1]);
    const length = lengthOf(lines, { status, method: methods[statuses.length], behind });
    if (length === undefined) return { statuses, codes, rest };
    const body = behind.slice(0, length);
    codes.push(...Array.from(body.matchAll(/"code":"(\w+)"/g), ([, code = '']) => code));
    if (status >= 200) statuses.push(status);
    rest = behind.slice(length);
  }
}

type Answered = { readonly status: number; readonly method: string | undefined; readonly behind: string };

/** The length of a body; undefined while it has not come whole. */
function lengthOf(lines: readonly string[], { status, method, behind }: Answered): number | undefined {
  if (status < 200 || status === 204 || status === 304) return 0;
  const isLast = lines.some((line) => /^connection:.*close/i.test(line));
  // Of a request that broke off nobody may know that it was a HEAD: its refusal is the last that comes.
  if (method === 'HEAD' && (!isLast || behind === '')) return 0;
  const lengths = lines.flatMap((line) => /^content-length: (\d+)$/i.exec(line)?.[1] ?? []);
  const isChunked = lines.some((line) => /^transfer-encoding: chunked$/i.test(line));
  if (lengths.length + Number(isChunked) !== 1) throw new Error(`Where does it end? ${lines.join(' | ')}`);
  if (!isChunked) return behind.length < Number(lengths[0]) ? undefined : Number(lengths[0]);
  const end = /(?:^|\r\n)0\r\n\r\n/.exec(behind);
  return end ? end.index + end[0].length : undefined;
}
