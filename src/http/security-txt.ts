import type { IncomingMessage } from 'node:http';
import type { Clock } from '../foundation/clock.ts';
import type { Endpoint } from './ingress/endpoint.ts';

/** The path of RFC 9116 §3. */
export const SECURITY_TXT_PATH = '/.well-known/security.txt';

const DAY_MS = 86_400_000;
/** Days until security.txt expires. RFC 9116 §2.5.5 asks for less than a year, so that copies are renewed. */
const EXPIRES_DAYS = 90;

type SecurityTxt = {
  /** `mailto:` and `https:` addresses, the preferred one first. */
  readonly contacts: readonly string[];
  /** The address of the policy, if there is one. */
  readonly policy: string | undefined;
};

/** Prints the security.txt of the platform (RFC 9116): contacts, policy and expiry. */
export function securityTxt({ contacts, policy }: SecurityTxt, now: Date): string {
  const expires = new Date(Math.ceil(now.getTime() / DAY_MS + EXPIRES_DAYS) * DAY_MS);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    ...(policy === undefined ? [] : [`Policy: ${policy}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

type AnswerSecurityTxtDeps = { readonly contact: SecurityTxt | undefined; readonly clock: Clock };

/** Creates the endpoint of security.txt. It serves nothing where no contact is set. */
export function createSecurityTxt({ contact, clock }: AnswerSecurityTxtDeps): Endpoint {
  return ({ request, response, url }) => {
    if (!contact || url !== SECURITY_TXT_PATH || !isRead(request)) return false;
    response.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    response.end(securityTxt(contact, clock()));
    return true;
  };
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
