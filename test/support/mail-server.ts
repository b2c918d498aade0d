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
export function headerOf({ raw }: TakenMail, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return head.match(new RegExp(`^${name}: (.*)$`, 'im'))?.[1];
}

/** Returns the text of a mail of one part. */
export function textOf(mail: TakenMail): string {
  const body = mail.raw.slice(mail.raw.indexOf('\r\n\r\n') + 4);
  const isBase64 = headerOf(mail, 'Content-Transfer-Encoding') === 'base64';
  const isQuoted = headerOf(mail, 'Content-Transfer-Encoding') === 'quoted-printable';
  const bytes = isBase64
    ? Buffer.from(body, 'base64')
    : isQuoted
      ? Buffer.from(
          body
            .replace(/=\r\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        )
      : Buffer.from(body);
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
}
