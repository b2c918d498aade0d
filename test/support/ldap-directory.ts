import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSecureContext, TLSSocket } from 'node:tls';
import { Ber, BerReader, BerWriter, type EqualityFilter, FilterParser, OrFilter } from 'ldapts';
import type { Certificate } from './certificates.ts';

/** An entry of the directory. `userPassword` is what it binds with. */
export type Entry = { readonly dn: string; readonly [attribute: string]: string };
export type Request =
  | { readonly type: 'BIND'; readonly dn: string; readonly password: string; readonly isSecure: boolean }
  | { readonly type: 'SEARCH'; readonly baseDn: string; readonly filter: string; readonly isSecure: boolean }
  | { readonly type: 'STARTTLS' };

const [SEQUENCE, SET, CONTEXT] = [0x30, 0x31, Ber.Context];
const [BIND, SEARCH, EXTENDED] = [0x60, 0x63, 0x77];
const [BOUND, ENTRY, DONE, EXTENDED_DONE] = [0x61, 0x64, 0x65, 0x78];
const [SUCCESS, NO_SUCH_OBJECT, INVALID_CREDENTIALS] = [0, 32, 49];

export type DirectoryState = {
  entries: Entry[];
  /** Answers in place of the directory. Undefined lets it answer itself. */
  answer: ((request: Request, messageId: number) => Buffer | 'SILENCE' | undefined) | undefined;
  /** Writes answers of its own a byte at a time. */
  isSlow: boolean;
};

/** A directory that records what it is asked. It knows equality, `*` and the combinations of filters. (RFC 4511) */
export class LdapDirectory {
  readonly seen: Request[] = [];
  readonly state: DirectoryState = { entries: [], answer: undefined, isSlow: false };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #certificate: Certificate | undefined;
  /** Connections that were opened. */
  connections = 0;

  private constructor(certificate: Certificate | undefined, isTls: boolean) {
    this.#certificate = certificate;
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy()).once('close', () => this.#sockets.delete(socket));
      this.#serve(isTls ? this.#secured(socket) : socket);
    });
  }

  /** Opens one at a free port. With a certificate it has TLS, from the start or by STARTTLS. */
  static async open({ certificate, isTls = false }: { certificate?: Certificate; isTls?: boolean } = {}) {
    const directory = new LdapDirectory(certificate, isTls);
    await new Promise<void>((listening) => directory.#server.listen(0, '127.0.0.1', listening));
    return directory;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  get binds() {
    return this.seen.filter((request) => request.type === 'BIND');
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => this.#server.close(closed));
  }

  #secured(socket: Socket): TLSSocket {
    const secureContext = createSecureContext({ ...this.#certificate });
    return new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => socket.destroy());
  }

  #serve(socket: Socket): void {
    let received = Buffer.alloc(0);
    const read = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (;;) {
        const reader = new BerReader(received);
        if (received.length < 2 || reader.readSequence() === null || reader.remain < reader.length) return;
        const end = reader.offset + reader.length;
        const messageId = reader.readInt() ?? 0;
        received = received.subarray(end);
        this.#answer({ socket, reader, messageId, read });
      }
    };
    socket.on('data', read);
  }

  #answer({ socket, reader, messageId, read }: Asked): void {
    const operation = reader.readSequence() ?? 0;
    const isSecure = socket instanceof TLSSocket;
    const request = requestOf(reader, operation, isSecure);
    if (!request) return;
    this.seen.push(request);
    const own = this.state.answer?.(request, messageId);
    if (own === 'SILENCE') return;
    if (own && this.state.isSlow) void writeSlowly(socket, own);
    else if (own) socket.write(own);
    else if (request.type === 'STARTTLS') this.#startTls({ socket, messageId, read });
    else if (request.type === 'BIND') socket.write(result(messageId, BOUND, this.#bound(request)));
    else socket.write(Buffer.concat(this.#found(request, messageId)));
  }

  #startTls({ socket, messageId, read }: Omit<Asked, 'reader'>): void {
    if (!this.#certificate) return void socket.write(result(messageId, EXTENDED_DONE, 52));
    socket.off('data', read);
    socket.write(result(messageId, EXTENDED_DONE, SUCCESS));
    this.#serve(this.#secured(socket));
  }

  /** Any DN without a password binds as nobody, as most directories have it. (RFC 4513 §5.1.2) */
  #bound({ dn, password }: { dn: string; password: string }): number {
    if (password === '') return SUCCESS;
    const entry = this.state.entries.find((each) => each.dn === dn);
    return entry?.['userPassword'] === password ? SUCCESS : INVALID_CREDENTIALS;
  }

  #found({ baseDn, filter }: { baseDn: string; filter: string }, messageId: number): Buffer[] {
    const below = this.state.entries.filter(({ dn }) => dn === baseDn || dn.endsWith(`,${baseDn}`));
    if (below.length === 0) return [result(messageId, DONE, NO_SUCH_OBJECT)];
    const found = below.filter((entry) => matches(FilterParser.parseString(filter), entry));
    return [...found.map((entry) => entryMessage(messageId, entry)), result(messageId, DONE, SUCCESS)];
  }
}

async function writeSlowly(socket: Socket, bytes: Buffer): Promise<void> {
  socket.setNoDelay();
  for (let at = 0; at < bytes.length && !socket.destroyed; at += 1) {
    socket.write(bytes.subarray(at, at + 1));
    await nextTurn();
  }
}

type Asked = {
  readonly socket: Socket;
  readonly reader: BerReader;
  readonly messageId: number;
  readonly read: (chunk: Buffer) => void;
};

function requestOf(reader: BerReader, operation: number, isSecure: boolean): Request | undefined {
  if (operation === EXTENDED) return { type: 'STARTTLS' };
  if (operation === BIND) {
    reader.readInt();
    const dn = reader.readString() ?? '';
    return { type: 'BIND', dn, password: reader.readString(CONTEXT) ?? '', isSecure };
  }
  if (operation !== SEARCH) return undefined;
  const baseDn = reader.readString() ?? '';
  for (const read of [reader.readEnumeration, reader.readEnumeration, reader.readInt, reader.readInt])
    read.call(reader);
  reader.readBoolean();
  return { type: 'SEARCH', baseDn, filter: FilterParser.parse(reader).toString(), isSecure };
}

/** Tells whether an entry matches, without regard to case. */
function matches(filter: unknown, entry: Entry): boolean {
  const {
    filters,
    attribute = '',
    value,
  } = filter as Partial<EqualityFilter> & {
    filters?: unknown[];
    value?: string;
  };
  if (filter instanceof OrFilter) return (filters ?? []).some((each) => matches(each, entry));
  if (filters) return filters.every((each) => matches(each, entry));
  const own = entry[attribute];
  if (value === undefined) return own !== undefined;
  return own?.toLowerCase() === value.toLowerCase();
}

/** A message with a result code. */
export function result(messageId: number, operation: number, code: number): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(messageId);
  writer.startSequence(operation);
  writer.writeEnumeration(code);
  writer.writeString('');
  writer.writeString('');
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

export function entryMessage(messageId: number, { dn, ...attributes }: Entry): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(messageId);
  writer.startSequence(ENTRY);
  writer.writeString(dn);
  writer.startSequence(SEQUENCE);
  for (const [name, value] of Object.entries(attributes)) {
    writer.startSequence();
    writer.writeString(name);
    writer.startSequence(SET);
    writer.writeString(value);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}
