import { isKnownEtag } from '../../foundation/etag.ts';

/** A document with an address of its own. */
type DocumentResponse = {
  readonly text: string;
  /** `application/json`, without the charset. */
  readonly type: string;
  /** A strong ETag. Another text has another one. */
  readonly etag: string;
  /** Lets shared caches keep it for everybody. */
  readonly isPublic: boolean;
};

const CHUNK_CHARACTERS = 65_536;

/**
 * Answers with a document, or with 304 when the client has it. Caches keep it and revalidate each time, because the
 * right to see it can change at any moment. It is encoded and sent no faster than the client reads, so that all readers of
 * a document share one text.
 */
export function documentResponse(
  request: Request,
  { text, type, etag, isPublic }: DocumentResponse,
): Response {
  const headers = {
    etag,
    'cache-control': isPublic ? 'public, no-cache' : 'private, no-cache',
    vary: 'Authorization, Cookie',
    'x-content-type-options': 'nosniff',
  };
  if (isKnownEtag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : inChunks(text), {
    headers: {
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(text)),
    },
  });
}

function inChunks(text: string): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const end = endOfChunk(text, at + CHUNK_CHARACTERS);
        controller.enqueue(Buffer.from(text.slice(at, end)));
        at = end;
        if (at >= text.length) controller.close();
      },
    },
    { highWaterMark: 1 },
  );
}

/** Returns the end of a chunk. It does not divide a character of two code units. */
function endOfChunk(text: string, end: number): number {
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
}
