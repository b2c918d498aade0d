import nodemailer from 'nodemailer';
import { MAILS_UNDER_WAY_MAX } from '../../domain/events/mail-policy.ts';

/** Settings of the mail server, and of what it is given. */
export type MailSettings = {
  /** SMTP_URL: `smtp://` or `smtps://`, with user and password where it asks for them. */
  readonly url: string;
  /** MAIL_FROM: the address of the sender, as in `Gatehouse <notices@example.com>`. */
  readonly from: string;
  /** The DKIM key of the sender's domain; undefined signs nothing. (RFC 6376) */
  readonly dkim?: { readonly selector: string; readonly privateKey: string } | undefined;
};

/** A message to one person, in plain text and as HTML. */
export type MailMessage = {
  /** Id that each attempt has. A receiver can tell by it that it has the message already. */
  readonly id: string;
  readonly to: string;
  /** Stands in place of the name in MAIL_FROM. */
  readonly senderName: string | null;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Ends the notices by one request. A letter that somebody asked for has none. (RFC 8058) */
  readonly unsubscribeUrl?: string;
};

/** Result of an attempt. The server may refuse a message for good, or only for now. */
type MailResult = {
  readonly outcome: 'ACCEPTED' | 'DEFERRED' | 'REFUSED';
  readonly error: string | null;
};

const CONNECT_MS = 10_000;
/** A connection without an answer for so long is given up. */
const SILENCE_MS = 30_000;

/** Gives messages to a mail server. Its connections are kept for the next ones. */
export class Mailer {
  readonly #transport: ReturnType<typeof transportOf>;
  readonly #sender: { readonly name: string; readonly address: string };
  readonly #onFault: (error: unknown) => void;
  /** Is true from a fault of the server until it takes a message. */
  #isLost = false;

  /** @param onFault is told once when the server is lost, not at each message */
  constructor(settings: MailSettings, onFault: (error: unknown) => void = () => undefined) {
    this.#sender = readSender(settings.from);
    this.#transport = transportOf(settings, domainOf(this.#sender.address));
    this.#onFault = onFault;
    // Without a listener an error of a connection that nobody uses would end the process.
    this.#transport.on('error', onFault);
  }

  /** Sends a message. It never throws. */
  async send({ id, to, senderName, replyTo, unsubscribeUrl, ...message }: MailMessage): Promise<MailResult> {
    const { address, name } = this.#sender;
    try {
      await this.#transport.sendMail({
        ...message,
        // As objects they are addresses, whatever their text: no list and no group.
        to: { name: '', address: to },
        ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
        from: { name: senderName ?? name, address },
        messageId: `<${id}@${domainOf(address)}>`,
        headers: {
          // No other program answers it. (RFC 3834 §5)
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== undefined && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
      this.#isLost = false;
      return { outcome: 'ACCEPTED', error: null };
    } catch (error) {
      return this.#failureOf(error);
    }
  }

  /** Orgs see what the server says of a message. What stands between it and the platform is for the operator. */
  #failureOf(error: unknown): MailResult {
    const {
      code = '',
      responseCode = 0,
      response = '',
    } = error as {
      readonly code?: string;
      readonly responseCode?: number;
      readonly response?: string;
    };
    if (responseCode > 0 && OF_MESSAGE.includes(code))
      return {
        outcome: responseCode >= 500 ? 'REFUSED' : 'DEFERRED',
        error: response.slice(0, ERROR_LENGTH_MAX),
      };
    if (!this.#isLost) this.#onFault(error);
    this.#isLost = true;
    return { outcome: 'DEFERRED', error: 'The mail server cannot be reached, or takes no mail now.' };
  }

  /** @throws where the server cannot be reached, or does not take the user and password */
  async verify(): Promise<void> {
    await this.#transport.verify();
  }

  close(): void {
    this.#transport.close();
  }
}

function transportOf({ url, dkim }: MailSettings, domainName: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return nodemailer.createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    maxConnections: MAILS_UNDER_WAY_MAX,
    // The outbox tries again, and counts it.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim: { domainName, keySelector: dkim.selector, privateKey: dkim.privateKey } }),
  });
}

/** Reads `Gatehouse <notices@example.com>`, or an address alone. */
function readSender(from: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? [];
  return { name: name.replace(/^"|"$/g, ''), address };
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** Codes of nodemailer for faults of a message or its receiver. Others are faults of the server, or of its settings. */
const OF_MESSAGE = ['EENVELOPE', 'EMESSAGE'];
const ERROR_LENGTH_MAX = 500;
