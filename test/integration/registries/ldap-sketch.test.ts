import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { urlScalar } from '../../../src/graphql/schema/scalars.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import type {
  AuthenticationResult,
  RegistryType,
} from '../../../src/infrastructure/user-registries/registry-type.ts';

/** A value of BER with its tag. (X.690 §8.1) It is short: the sketch knows no long lengths. */
const ber = (tag: number, ...contents: (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(contents.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
};
const one = ber(2, Buffer.from([1]));

/** A simple bind. (RFC 4511 §4.2) */
const bindRequest = (name: string, password: string) =>
  ber(0x30, one, ber(0x60, ber(2, Buffer.from([3])), ber(4, name), ber(0x80, password)));

const INVALID_CREDENTIALS = 49;
const ports = { ldap: 389 };
const answers = new Map<number | undefined, AuthenticationResult['answer']>([
  [0, 'ACCEPTED'],
  [INVALID_CREDENTIALS, 'REFUSED'],
]);

/** A type of user registry that is not called over HTTP, as a file of its own would hold it. */
const ldap: RegistryType = {
  title: 'LDAP',
  description: 'By a simple bind.',
  inShort: 'by a simple bind',
  address: { label: 'Address', hint: 'ldap://host/base' },
  ports,
  personFault: ({ password }) =>
    password === '' ? 'A bind without a password names nobody. (RFC 4513 §5.1.2)' : undefined,
  healthShownBy: ({ answer }) => (answer === 'UNAVAILABLE' ? 'SILENT' : 'WELL'),
  async authenticate(url, { username, password }, outbound) {
    const started = performance.now();
    const code = await outbound
      .connect(url, ports)
      .then((socket) => resultOf(socket, bindRequest(`uid=${username},dc=acme`, password)))
      .catch(() => undefined);
    const answer = answers.get(code) ?? 'UNAVAILABLE';
    return { answer, message: `The bind ended with ${code}.`, durationMs: performance.now() - started };
  },
};

/** The result code of the first answer. */
async function resultOf(socket: Socket, request: Buffer): Promise<number | undefined> {
  try {
    socket.write(request);
    for await (const chunk of socket) return (chunk as Buffer)[9];
    return undefined;
  } finally {
    socket.destroy();
  }
}

let server: Server;
let outbound: Outbound;
let url: string;
let result: number;
let seen: Buffer[];

beforeEach(async () => {
  seen = [];
  server = createServer((socket) =>
    socket.once('data', (request) => {
      seen.push(request);
      socket.end(ber(0x30, one, ber(0x61, ber(10, Buffer.from([result])), ber(4, ''), ber(4, ''))));
    }),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  url = `ldap://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/dc=acme`;
  outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
});
afterEach(async () => {
  await outbound.close();
  await new Promise((closed) => server.close(closed));
});

const alice = { username: 'alice', password: 'alice-password' };

describe('a type of user registry that is not called over HTTP', () => {
  it.each([
    [0, 'ACCEPTED', 'WELL'],
    [INVALID_CREDENTIALS, 'REFUSED', 'WELL'],
    [52, 'UNAVAILABLE', 'SILENT'],
  ] as const)('answers the result %d of a bind with %s, which shows the registry %s', async (...row) => {
    const [code, answer, health] = row;
    result = code;
    const told = await ldap.authenticate(url, alice, outbound.forOrg('org'));
    expect(told).toMatchObject({ answer, message: `The bind ended with ${code}.` });
    expect(ldap.healthShownBy(told)).toBe(health);
    expect(seen).toEqual([bindRequest('uid=alice,dc=acme', 'alice-password')]);
  });

  it('reaches no address that outgoing calls may not reach, nor a trusted one', async () => {
    const { host } = new URL(url);
    const closed = new Outbound({ allowlist: [], trusted: new Set([`http://${host}`]) });
    await expect(closed.connect(url, ports)).rejects.toMatchObject({ code: 'TARGET_NOT_ALLOWED' });
    expect(await ldap.authenticate(url, alice, closed)).toMatchObject({ answer: 'UNAVAILABLE' });
    expect(seen).toEqual([]);
    await closed.close();
  });

  it('has addresses of its own schemes, and no others', async () => {
    await expect(outbound.check(url, ['url'], ldap.ports)).resolves.toBeUndefined();
    await expect(outbound.check('http://127.0.0.1:1/', ['url'], ldap.ports)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Give an absolute ldap URL without a username and password.',
    });
    const scalar = urlScalar(['http', 'https', ...Object.keys(ldap.ports)]);
    expect(scalar.parseValue(url)).toBe(url);
    expect(() => scalar.parseValue('javascript://x')).toThrow('An absolute http, https or ldap URL');
  });
});
