/** A request whose end readers may see at two positions: the fault, and the bytes. */
export type Unclear = readonly [what: string, bytes: string];

const head = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nHost: gateway.test\r\n${headers}\r\n`;

/** Requests with an unclear Transfer-Encoding, with or without a Content-Length. (RFC 9112 §6.1, §6.3) */
export function unclearCodings(path: string): Unclear[] {
  const CHUNKS = '5\r\nhello\r\n0\r\n\r\n';
  const coded = (headers: string) => head(path, headers) + CHUNKS;
  return [
    ['behind Content-Length (CL.TE)', coded('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')],
    ['before Content-Length (TE.CL)', coded('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n')],
    ['identity before Content-Length', coded('Transfer-Encoding: identity\r\nContent-Length: 5\r\n')],
    ['empty before Content-Length', coded('Transfer-Encoding:\r\nContent-Length: 5\r\n')],
    ['empty', coded('Transfer-Encoding:\r\n')],
    ['twice', coded('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n')],
    ['twice, then identity', coded('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n')],
    ['identity', coded('Transfer-Encoding: identity\r\n')],
    ['chunked, identity', coded('Transfer-Encoding: chunked, identity\r\n')],
    ['identity, chunked', coded('Transfer-Encoding: identity, chunked\r\n')],
    ['gzip, chunked', coded('Transfer-Encoding: gzip, chunked\r\n')],
    ['an empty member', coded('Transfer-Encoding: ,chunked\r\n')],
    ['xchunked', coded('Transfer-Encoding: xchunked\r\n')],
    ['quoted', coded('Transfer-Encoding: "chunked"\r\n')],
    ['with a parameter', coded('Transfer-Encoding: chunked;q=1\r\n')],
    ['a space before the colon', coded('Transfer-Encoding : chunked\r\n')],
    ['a vertical tab before it', coded('Transfer-Encoding: \x0bchunked\r\n')],
    ['a vertical tab behind it', coded('Transfer-Encoding: chunked\x0b\r\n')],
    ['folded', coded('Transfer-Encoding:\r\n chunked\r\n')],
    ['in HTTP/1.0', coded('Transfer-Encoding: chunked\r\n').replace('HTTP/1.1', 'HTTP/1.0')],
  ];
}

/** Requests with an unclear Content-Length. (RFC 9112 §6.2, §6.3) */
export function unclearLengths(path: string): Unclear[] {
  const sized = (length: string) => `${head(path, `Content-Length:${length}\r\n`)}hello`;
  return [
    ['twice alike', sized(' 5\r\nContent-Length: 5')],
    ['twice', sized(' 5\r\nContent-Length: 6')],
    ['a list', sized(' 5, 5')],
    ['a plus sign', sized(' +5')],
    ['negative', sized(' -5')],
    ['hexadecimal', sized(' 0x5')],
    ['a fraction', sized(' 5.0')],
    ['two numbers', sized(' 5 5')],
    ['a vertical tab', sized(' \x0b5')],
    ['empty', sized('')],
    ['above 64 bits', sized(' 99999999999999999999')],
  ];
}
