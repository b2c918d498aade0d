import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server took it. */
export type TakenMail = { readonly to: string; readonly raw: string };

/** Answers the address of a receiver: 250 takes it, 4xx defers it, 5xx refuses it. */
export type ReceiverAnswer = (address: string) => number;

export type MailServer = {
  readonly port: number;
  readonly taken: readonly TakenMail[];
  answer: ReceiverAnswer;
  close(): Promise<void>;
};

const codes: Readonly<Record<number, string>> = { 450: 'Mailbox busy', 550: 'No such user here' };

/** Opens a real SMTP server, which takes mail for everybody until another answer is set. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onRcptTo({ address }, _session, done) {
      const code = mailServer.answer(address);
      if (code === 250) return done();
      done(Object.assign(new Error(codes[code] ?? 'No'), { responseCode: code }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString();
        for (const { address } of session.envelope.rcptTo) taken.push({ to: address, raw });
        done();
      });
    },
  });
  // A connection that a client cuts is no fault of a test.
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const mailServer: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    taken,
    answer: () => 250,
    close: () => new Promise((done) => server.close(() => done())),
  };
  return mailServer;
}

/** Returns a header of a mail, in one line. */
export const headerOf = ({ raw }: TakenMail, name: string): string | undefined => headerIn(raw, name);

/** Returns the plain text of a mail. */
export const textOf = (mail: TakenMail): string => partOf(mail, 'text/plain');

/** Returns the HTML of a mail. */
export const htmlOf = (mail: TakenMail): string => partOf(mail, 'text/html');

/** Returns the types of the parts of a mail, in their order. A program shows the last one that it can show. */
export const partTypes = (mail: TakenMail): readonly string[] =>
  partsOf(mail).map((part) => headerIn(part, 'Content-Type') ?? '');

const END_OF_HEAD = '\r\n\r\n';

function headerIn(entity: string, name: string): string | undefined {
  const head = entity.slice(0, entity.indexOf(END_OF_HEAD)).replace(/\r\n[ \t]+/g, ' ');
  return head.match(new RegExp(`^${name}: (.*)$`, 'im'))?.[1];
}

/** Splits a mail into the entities of its parts. (RFC 2046 §5.1) */
function partsOf(mail: TakenMail): readonly string[] {
  const [, boundary] =
    /^multipart\/alternative;.*boundary="([^"]+)"/.exec(headerOf(mail, 'Content-Type') ?? '') ?? [];
  if (boundary === undefined) return [];
  const [, ...parts] = `${mail.raw.slice(mail.raw.indexOf(END_OF_HEAD))}`.split(`\r\n--${boundary}`);
  return parts.slice(0, -1).map((part) => part.replace(/^\r\n/, ''));
}

function partOf(mail: TakenMail, type: string): string {
  const part = partsOf(mail).find((each) => headerIn(each, 'Content-Type')?.startsWith(`${type};`));
  return part === undefined ? '' : decoded(part);
}

/** Decodes the body of a part. */
function decoded(part: string): string {
  const body = part.slice(part.indexOf(END_OF_HEAD) + END_OF_HEAD.length);
  const encoding = headerIn(part, 'Content-Transfer-Encoding');
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          )
        : Buffer.from(body);
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
}
