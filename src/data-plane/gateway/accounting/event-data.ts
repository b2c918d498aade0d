const END_OF_LINE = /\r\n|\n|\r/;
/** Characters of one event that are read. A larger one is passed over. */
const EVENT_LENGTH_MAX = 1_000_000;

/**
 * Finds the data of server-sent events while they pass. (HTML, "Interpreting an event stream") Of newline-delimited JSON
 * each line is data.
 */
export class EventData {
  readonly #see: (data: string) => void;
  readonly #isLines: boolean;
  /** The begun line. Its bytes are characters, so that no character of several bytes is torn. */
  #line = '';
  #data: string[] = [];
  #length = 0;
  #endedInReturn = false;

  constructor(see: (data: string) => void, isLines: boolean) {
    this.#see = see;
    this.#isLines = isLines;
  }

  add(chunk: Buffer): void {
    const text = chunk.toString('latin1');
    // The beginning may be the rest of a line's end.
    const lines = text.slice(this.#endedInReturn && text.startsWith('\n') ? 1 : 0).split(END_OF_LINE);
    this.#endedInReturn = text.endsWith('\r');
    const begun = lines.pop() ?? '';
    for (const line of lines) {
      this.#append(line);
      this.#take(this.#line);
      this.#line = '';
    }
    this.#append(begun);
  }

  /** Takes what no empty line has ended. Servers forget it behind the last event. */
  end(): void {
    this.#take(this.#line);
    this.#line = '';
    this.#finish();
  }

  #append(part: string): void {
    this.#length += part.length;
    if (this.#length <= EVENT_LENGTH_MAX) this.#line += part;
  }

  #take(line: string): void {
    if (this.#isLines) this.#data.push(line);
    else if (line.startsWith('data:')) this.#data.push(line.slice(5));
    if (this.#isLines || line === '') this.#finish();
  }

  #finish(): void {
    if (this.#data.length > 0 && this.#length <= EVENT_LENGTH_MAX)
      this.#see(Buffer.from(this.#data.join('\n'), 'latin1').toString());
    this.#data = [];
    this.#length = 0;
  }
}
