import type { Socket } from 'node:net';
import { Ber, BerReader, BindRequest, ExtendedRequest, FilterParser, SearchRequest } from 'ldapts';
import { GatheredBytes } from '../../foundation/gathered-bytes.ts';
import { LdapFault } from './ldap-fault.ts';

/** The most that a directory may answer on one connection. What is asked for is a few attributes of two entries. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** The entries of a search that are read. A second one shows that there are several. */
const ENTRIES_MAX = 2;
/** The messages that answer a search: those entries, the result, and references between them. */
const MESSAGES_MAX = 32;
/** The attributes and values of an entry that are read. Few directories let anybody have as many groups. */
const PARTS_MAX = 2_000;
const START_TLS = '1.3.6.1.4.1.1466.20037';
const SEQUENCE = 0x30;
const SET = 0x31;
const ENTRY = 0x64;
const REFERENCE = 0x73;

/** An entry of a directory. The names of its attributes are in lower case. */
export type LdapEntry = {
  readonly dn: string;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
};

export type LdapSearch = {
  readonly baseDn: string;
  readonly scope: 'base' | 'one' | 'sub';
  readonly filter: string;
  readonly attributes: readonly string[];
  readonly timeoutMs: number;
};

/**
 * A connection to a directory, which asks one thing at a time. (RFC 4511)
 *
 * The library encodes requests and reads single values. Messages are put together here, and not by its client: that one
 * takes bytes from before STARTTLS for an answer under TLS, and never ends with an entry whose lengths are wrong.
 */
export class LdapConnection {
  #socket: Socket;
  #chunks: AsyncIterator<Buffer>;
  #received: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #messageId = 0;

  /** @param socket that only allowed addresses are connected by */
  constructor(socket: Socket) {
    this.#socket = socket;
    this.#chunks = chunksOf(socket);
  }

  /** Returns the result code of a simple bind. */
  async bind(dn: string, password: string): Promise<number> {
    const messageId = this.#send((id) => new BindRequest({ messageId: id, dn, password }));
    return resultCodeOf((await this.#answerTo(messageId)).body);
  }

  /** Returns the result code of a search, and up to two entries. Referrals are not followed. */
  async search({ filter, timeoutMs, attributes, ...search }: LdapSearch): Promise<LdapSearchResult> {
    const options = {
      ...search,
      filter: FilterParser.parseString(filter),
      attributes: [...attributes],
      sizeLimit: ENTRIES_MAX,
      timeLimit: Math.ceil(timeoutMs / 1000),
    };
    const messageId = this.#send(
      (id) => new SearchRequest({ ...options, baseDN: search.baseDn, messageId: id }),
    );
    const wanted = new Set(attributes.map((name) => name.toLowerCase()));
    const entries: LdapEntry[] = [];
    for (let count = 0; count < MESSAGES_MAX; count += 1) {
      const { operation, body } = await this.#answerTo(messageId);
      if (operation === ENTRY) entries.push(entryOf(body, wanted));
      else if (operation !== REFERENCE) return { code: resultCodeOf(body), entries };
      if (entries.length >= ENTRIES_MAX) return { code: 0, entries };
    }
    throw new LdapFault(`The directory answers a search with more than ${MESSAGES_MAX} messages.`);
  }

  /** Returns the result code of a request for TLS. (RFC 4511 §4.14) */
  async askForTls(): Promise<number> {
    const messageId = this.#send((id) => new ExtendedRequest({ messageId: id, oid: START_TLS }));
    return resultCodeOf((await this.#answerTo(messageId)).body);
  }

  /** Goes on with TLS. Whatever came before it and was not asked for ends the connection. */
  async secure(begin: (socket: Socket) => Promise<Socket>): Promise<void> {
    if (this.#received.length > 0) throw new LdapFault('The directory sent more than was asked before TLS.');
    await this.#chunks.return?.();
    this.#socket = await begin(this.#socket).catch((error: NodeJS.ErrnoException) => {
      throw new LdapFault(`TLS with the directory failed: ${tlsFault(error)}.`);
    });
    this.#chunks = chunksOf(this.#socket);
  }

  #send(request: (messageId: number) => { write(): Buffer }): number {
    this.#messageId += 1;
    this.#socket.write(request(this.#messageId).write());
    return this.#messageId;
  }

  async #answerTo(messageId: number): Promise<LdapAnswer> {
    const answer = answerOf(await this.#nextMessage());
    if (answer.messageId !== messageId) throw new LdapFault('The directory ended the conversation.');
    return answer;
  }

  async #nextMessage(): Promise<Buffer> {
    for (;;) {
      const length = messageLength(this.#received);
      if (length !== undefined && this.#received.length >= length) {
        const message = this.#received.subarray(0, length);
        this.#received = this.#received.subarray(length);
        return message;
      }
      await this.#receive(length ?? this.#received.length + 1);
    }
  }

  /** Reads on until so many bytes are there. They are joined once, however small the chunks are that they come in. */
  async #receive(length: number): Promise<void> {
    const gathered = new GatheredBytes();
    gathered.add(this.#received);
    while (gathered.length < length) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new LdapFault('The directory closed the connection.', 'SILENT');
      this.#bytes += value.length;
      if (this.#bytes > ANSWER_BYTES_MAX)
        throw new LdapFault(`The directory answers more than ${ANSWER_BYTES_MAX / 1024} KiB.`);
      gathered.add(value);
    }
    this.#received = gathered.whole();
  }
}

type LdapSearchResult = { readonly code: number; readonly entries: readonly LdapEntry[] };
type LdapAnswer = { readonly messageId: number | null; readonly operation: number; readonly body: BerReader };

/** Reads a socket, which stays open when the reading ends. */
const chunksOf = (socket: Socket): AsyncIterator<Buffer> =>
  socket.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;

/** Names what is wrong with TLS. Codes of OpenSSL alone are too long to be read. */
const tlsFault = ({ code = '' }: NodeJS.ErrnoException) =>
  code === 'ERR_TLS_CERT_ALTNAME_INVALID'
    ? 'its certificate is for another host name'
    : code.startsWith('ERR_SSL') || code === 'ECONNRESET' || code === ''
      ? 'it does not speak TLS there'
      : `its certificate is not trusted (${code})`;

/** Returns the bytes of the first message. Undefined where its head is not there yet. */
function messageLength(received: Buffer): number | undefined {
  if (received.length === 0) return undefined;
  return wellFormed(() => {
    if (received[0] !== SEQUENCE) throw new TypeError('no sequence');
    const reader = new BerReader(received);
    const head = reader.readLength(1);
    if (head === null) return undefined;
    // Four bytes of a length may come out negative.
    if (reader.length < 0 || reader.length > ANSWER_BYTES_MAX) throw new TypeError('no length');
    return head + reader.length;
  });
}

function answerOf(message: Buffer): LdapAnswer {
  return wellFormed(() => {
    const reader = within(new BerReader(message), SEQUENCE);
    const messageId = reader.readInt();
    const operation = reader.peek() ?? 0;
    return { messageId, operation, body: within(reader, operation) };
  });
}

function resultCodeOf(body: BerReader): number {
  return wellFormed(() => body.readEnumeration() ?? -1);
}

/** Reads an entry, and of its attributes those that were asked for. */
function entryOf(body: BerReader, wanted: ReadonlySet<string>): LdapEntry {
  return wellFormed(() => {
    const dn = octets(body).toString('utf8');
    const list = within(body, SEQUENCE);
    const attributes = new Map<string, string[]>();
    let parts = 0;
    const countPart = () => {
      parts += 1;
      if (parts > PARTS_MAX)
        throw new LdapFault(
          `The directory answers an entry of more than ${PARTS_MAX} attributes and values.`,
        );
    };
    while (list.remain > 0) {
      countPart();
      const attribute = within(list, SEQUENCE);
      const name = octets(attribute).toString('utf8').toLowerCase();
      if (!wanted.has(name)) continue;
      const values: string[] = [];
      for (const set = within(attribute, SET); set.remain > 0; countPart())
        values.push(octets(set).toString('utf8'));
      attributes.set(name, values);
    }
    return { dn, attributes };
  });
}

const within = (reader: BerReader, tag: number) => new BerReader(octets(reader, tag));

/** Reads a value, and always goes on by doing so. */
function octets(reader: BerReader, tag: number = Ber.OctetString): Buffer {
  const start = reader.offset;
  const bytes = reader.readString(tag, true);
  if (bytes === null || reader.offset <= start) throw new TypeError('no value');
  return bytes;
}

/** @throws LdapFault where reading failed: what came is no LDAP, unless reading says what it is */
function wellFormed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof LdapFault) throw error;
    throw new LdapFault('What answers there does not speak LDAP.');
  }
}
