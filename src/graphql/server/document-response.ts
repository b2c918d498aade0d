/** A document with an address of its own. */
export type DocumentResponse = {
  readonly bytes: Uint8Array;
  /** `application/json`, without the charset. */
  readonly type: string;
  /** A strong ETag. Other bytes have another one. */
  readonly etag: string;
  /** Lets shared caches keep it for everybody. */
  readonly isPublic: boolean;
};

const CHUNK_BYTES = 65_536;

/**
 * Answers with a document, or with 304 when the client has it. Caches keep it and revalidate each time, because the
 * right to see it can change at any moment. It is sent no faster than the client reads.
 */
export function documentResponse(
  request: Request,
  { bytes, type, etag, isPublic }: DocumentResponse,
): Response {
  const headers = {
    etag,
    'cache-control': isPublic ? 'public, no-cache' : 'private, no-cache',
    vary: 'Authorization, Cookie',
    'x-content-type-options': 'nosniff',
  };
  if (isKnown(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : inChunks(bytes), {
    headers: {
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      'content-length': String(bytes.byteLength),
    },
  });
}

/** Compares ETags weakly. (RFC 9110 §13.1.2) */
function isKnown(given: string | null, etag: string): boolean {
  const known = (given ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

function inChunks(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.slice(at, at + CHUNK_BYTES));
        at += CHUNK_BYTES;
        if (at >= bytes.byteLength) controller.close();
      },
    },
    { highWaterMark: 1 },
  );
}
