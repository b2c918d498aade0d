import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CleanedResponse } from '../../../src/data-plane/gateway/forward/cleaned-response.ts';
import { WITHHELD } from '../../../src/data-plane/gateway/graphql/error-details.ts';
import { ResponseErrorCleaner } from '../../../src/data-plane/gateway/graphql/response-error-cleaner.ts';

const BAD = '{"message":"connect ECONNREFUSED 10.0.0.1:5432","path":["a"]}';
const TOLD = `{"message":"${WITHHELD}","path":["a"]}`;

function passed(text: string, size = text.length): string {
  const errors = new ResponseErrorCleaner();
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(errors.pass(bytes.subarray(at, at + size)));
  return Buffer.concat(parts).toString();
}

const data = `"data":{"errors":[${BAD}],"text":"\\"errors\\":[\\\\","emoji":"🏠","n":12345678901234567890}`;

const answers: [of: string, from: string, to: string][] = [
  ['errors first', `{"errors":[${BAD}],${data}}`, `{"errors":[${TOLD}],${data}}`],
  ['errors last', `{ ${data} , "errors" : [ ${BAD} ] }\n`, `{ ${data} , "errors" : [${TOLD}] }\n`],
  ['none', `{${data}}`, `{${data}}`],
  ['good ones', `{"errors":[ {"message":"No.","n":1.50} ]}`, `{"errors":[ {"message":"No.","n":1.50} ]}`],
  ['null', `{"errors":null,${data}}`, `{"errors":null,${data}}`],
  ['a text', `{"errors":"at \\"f\\" /app/x.js:3",${data}}`, `{"errors":"${WITHHELD}",${data}}`],
  ['an object', `{"errors":${BAD}}`, `{"errors":${TOLD}}`],
  ['an escaped name', `{"\\u0065rrors":[${BAD}]}`, `{"\\u0065rrors":[${TOLD}]}`],
  ['one name twice', `{"errors":[],"errors":[${BAD}]}`, `{"errors":[],"errors":[${TOLD}]}`],
  ['no JSON', '{"errors":[{]}', `{"errors":[{"message":"${WITHHELD}"}]`],
  ['extensions', `{"extensions":{"errors":[${BAD}]}}`, `{"extensions":{"errors":[${BAD}]}}`],
  ['a batch', `[{"data":null},{"errors":[${BAD}]}]`, `[{"data":null},{"errors":[${TOLD}]}]`],
  [
    'incremental parts',
    `{"incremental":[{"items":[{"errors":[${BAD}]}],"errors":[${BAD}]}],"completed":[{"id":"0","errors":[${BAD}]}],"hasNext":false}`,
    `{"incremental":[{"items":[{"errors":[${BAD}]}],"errors":[${TOLD}]}],"completed":[{"id":"0","errors":[${TOLD}]}],"hasNext":false}`,
  ],
  [
    'multipart',
    `\r\n--"-\r\nContent-Type: application/json; x="\r\n\r\n{${data},"hasNext":true}\r\n--"-\r\n\r\n{"payload":{"errors":[${BAD}]}}\r\n--"---\r\n`,
    `\r\n--"-\r\nContent-Type: application/json; x="\r\n\r\n{${data},"hasNext":true}\r\n--"-\r\n\r\n{"payload":{"errors":[${TOLD}]}}\r\n--"---\r\n`,
  ],
  [
    'events',
    `: a { "\n\nevent: next\ndata: {"errors":[${BAD}]}\n\nid: {\ndata:{"id":"1","payload":{"errors":[${BAD}]}}\n\n`,
    `: a { "\n\nevent: next\ndata: {"errors":[${TOLD}]}\n\nid: {\ndata:{"id":"1","payload":{"errors":[${TOLD}]}}\n\n`,
  ],
  [
    'an event of several lines',
    `data: {"errors": [\r\ndata: ${BAD.replace(',', ',\r\ndata: ')}\r\ndata: ]}\r\n\r\n`,
    `data: {"errors": [${TOLD}]}\r\n\r\n`,
  ],
  [
    'none deeper than any protocol has answers, and those behind it',
    `${'{"payload":'.repeat(20)}{"errors":[${BAD}]}${'}'.repeat(20)}\n{"errors":[${BAD}]}`,
    `${'{"payload":'.repeat(20)}{"errors":[${BAD}]}${'}'.repeat(20)}\n{"errors":[${TOLD}]}`,
  ],
  [
    'what comes behind a broken event',
    `data: {"data":{"a":"b\n\ndata: {"errors":[${BAD}]}\n\n`,
    `data: {"data":{"a":"b\n\ndata: {"errors":[${TOLD}]}\n\n`,
  ],
];

describe('errors in an answer', () => {
  it.each(answers)('are told without details, and all else passes byte for byte: %s', (_, from, to) => {
    expect(passed(from)).toBe(to);
  });

  it.each(answers)('may come in pieces: %s', (_, from, to) => {
    for (const size of [1, 2, 3, 7, 64]) expect(passed(from, size)).toBe(to);
  });

  it('are told as one that says nothing where they are too many to be read', () => {
    const many = `{"errors":[${`${BAD},`.repeat(20_000)}{}],"data":null}`;
    expect(passed(many, 65_536)).toBe(`{"errors":[{"message":"${WITHHELD}"}],"data":null}`);
  });
});

it('errors of ten megabytes leave turns of the event loop to other calls, and come as one answer', async () => {
  const answer = `{"errors":[${BAD}]},`;
  const count = Math.floor(9_900_000 / answer.length);
  const parts: Buffer[] = [];
  let turns = 0;
  let isRead = false;
  await new Promise<void>((onEnd) => {
    const turn = () => {
      turns += 1;
      if (!isRead) setImmediate(turn);
    };
    const next = {
      onSent() {},
      onHead: () => {
        isRead = true;
      },
      onData: (chunk: Buffer) => void parts.push(chunk),
      onEnd,
      onError() {},
    };
    const response = new CleanedResponse(next, 'application/json');
    response.onHead(200, ['content-type', 'application/json', 'content-encoding', 'gzip']);
    response.onData(gzipSync(`[${answer.repeat(count)}{"data":null}]`), true);
    response.onEnd();
    turn();
  });
  expect(turns).toBeGreaterThan(50);
  expect(Buffer.concat(parts).toString()).toBe(`[${`{"errors":[${TOLD}]},`.repeat(count)}{"data":null}]`);
});

it('an answer that says it is longer than a gateway holds passes as it comes, without details', () => {
  const parts: string[] = [];
  const next = {
    onSent() {},
    onHead() {},
    onData: (chunk: Buffer) => void parts.push(chunk.toString()),
    onEnd() {},
    onError() {},
  };
  const response = new CleanedResponse(next, 'application/json');
  response.onHead(200, ['content-type', 'application/json', 'content-length', '2000000']);
  response.onData(Buffer.from(`[{"errors":[${BAD}]},`), false);
  expect(parts).toEqual([`[{"errors":[${TOLD}]},`]);
});
