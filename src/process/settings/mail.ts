import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

/** An address, or a name with an address in angle brackets. */
const SENDER = /^(?:[^<>\r\n]{1,100}<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;

/** The mail server, and the sender. */
export const mailSettings = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'is not an address of smtp: or smtps:' })
    .optional()
    .meta({
      description:
        'The mail server: `smtp://[user:password@]host:587`, which begins TLS where the server offers it, or `smtps://…` with TLS from the first byte. Catalogs with `mail` tell consumers by it. See [Mail](../guides/mail.md).',
      unset: 'no mail is sent',
    }),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'is no address: write notices@example.com, or Name <notices@example.com>')
    .optional()
    .describe('The sender of all mail: an address, or `Name <address>`. Needed with `SMTP_URL`.'),
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'is no name of DNS')
    .optional()
    .describe(
      'The DKIM selector of the domain in `MAIL_FROM`, where the platform signs mail and no relay does. (RFC 6376)',
    ),
  MAIL_DKIM_KEY: z
    .string()
    .refine(isPrivateKey, 'is no private key in PEM form')
    .optional()
    .describe('The private key of that selector, in PEM form; best as `MAIL_DKIM_KEY_FILE`.'),
};

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private';
  } catch {
    return false;
  }
}
