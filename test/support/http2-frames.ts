/** Types of frames. (RFC 9113 §6) */
export const FRAME = { data: 0, headers: 1, reset: 3, settings: 4 } as const;
const END_HEADERS = 4;

/** A frame of HTTP/2, whatever its type, as no client would send it. (RFC 9113 §4.1) */
export function frameOf(type: number, { flags = 0, stream = 0, payload = Buffer.alloc(0) } = {}): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The preface of a client, with its settings. (RFC 9113 §3.4) */
export const PREFACE = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frameOf(FRAME.settings),
]);

/** The head of a request with a body. Its fields are literals. (RFC 7541 §6.2.2) */
export function postOf(stream: number, path: string): Buffer {
  const fields = { ':method': 'POST', ':scheme': 'https', ':authority': 'api.test', ':path': path };
  const literal = (text: string) => [Buffer.from([text.length]), Buffer.from(text)];
  const payload = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.alloc(1),
    ...literal(name),
    ...literal(value),
  ]);
  return frameOf(FRAME.headers, { flags: END_HEADERS, stream, payload: Buffer.concat(payload) });
}
