import { expect, it } from 'vitest';
import { documentResponse } from '../../../src/graphql/server/document-response.ts';

const answerOf = (text: string) =>
  documentResponse(new Request('http://control.test/openapi.json'), {
    text,
    type: 'application/json',
    etag: '"1"',
    isPublic: false,
  });

it.each(['x', 'é', '😀', 'x😀'])(
  'a document of many %s is sent whole, with its length in bytes',
  async (part) => {
    const text = part.repeat(200_001);
    const answer = answerOf(text);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
    expect(bytes.equals(Buffer.from(text))).toBe(true);
  },
);
