// Messages of HTTP/1.1, whole and then damaged in a few places, the same ones for a seed.

const REQUESTS = [
  'GET /a/b?c=1 HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nX-A: b c\r\nConnection: keep-alive\r\n\r\n',
  'POST /x HTTP/1.1\r\nHost: a:80\r\nContent-Length: 5\r\nContent-Type: a/b; q="x"\r\n\r\nhello',
  'DELETE /%2e%2e/ HTTP/1.1\r\nhost: [::1]\r\nCookie: a=b; c=d\r\nPrefer: x\r\n\r\n',
  'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nX: y\r\n\r\n',
  'PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'HEAD /a HTTP/1.1\r\nHost: a\r\nX: \x80\xff\r\nY:z\r\nZ:\r\n\r\n',
  'OPTIONS /a HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\nConnection: close\r\n\r\n',
];

const RESPONSES = [
  'HTTP/1.1 200 OK\r\nDate: x\r\nContent-Type: a/b\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a="b"\r\nhello\r\n0\r\nX: y\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 5\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204\r\nX:y\r\n\r\n',
  'HTTP/1.0 404 \x80\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n\r\nuntil the end',
];

const PIECES = [
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\t',
  ':',
  '\0',
  '\x7f',
  '\x0b',
  ',',
  ';',
  '0',
  '+1',
  '-',
  '_',
  '"',
  '(',
  '#',
  '\\',
  '\x80',
  '\xa0',
  '{',
  ': ',
  ' \r\n',
  '\r\n ',
  '%00',
  '1.0',
  'HTTP/1.1',
  'PRI * HTTP/2.0',
  'x'.repeat(50),
  'chunked',
  'Content-Length: 3\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Host: b\r\n',
  'Connection: close\r\n',
  'Connection: upgrade\r\nUpgrade: x\r\n',
  'Expect: 100-continue\r\n',
  'TE: trailers\r\n',
  'HTTP/1.1 200 OK\r\n\r\n',
];

/** Damaged messages in an endless row. One character is one byte. */
export class MutatedMessages {
  readonly #whole: readonly string[];
  #state: number;

  constructor(kind: 'REQUEST' | 'RESPONSE', seed: number) {
    this.#whole = kind === 'REQUEST' ? REQUESTS : RESPONSES;
    this.#state = seed >>> 0 || 1;
  }

  next(): string {
    let text = this.#one(this.#whole);
    for (let left = 1 + this.#below(3); left > 0; left -= 1) text = this.#damaged(text);
    return text;
  }

  #damaged(text: string): string {
    const at = this.#below(text.length + 1);
    const [front, back] = [text.slice(0, at), text.slice(at)];
    switch (this.#below(4)) {
      case 0:
        return front + this.#one(PIECES) + back;
      case 1:
        return front + back.slice(1 + this.#below(3));
      case 2:
        return front + String.fromCharCode(this.#below(256)) + back.slice(1);
      default: {
        const from = this.#below(text.length);
        return front + text.slice(from, from + this.#below(20)) + back;
      }
    }
  }

  #one(list: readonly string[]): string {
    return list[this.#below(list.length)] ?? '';
  }

  /** A number of chance below another one. (xorshift) */
  #below(bound: number): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state >>> 0;
    return this.#state % bound;
  }
}
