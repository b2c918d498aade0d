import { type InputPath, refuse } from '../../foundation/errors.ts';

export const MAIL_DOMAINS_MAX = 100;
const LENGTH_MAX = 253;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads domains of mail, in lower case and sorted, each once. Domains below one are others.
 *
 * @throws BAD_USER_INPUT for what is no domain, and for too many
 */
export function mailDomainsFrom(domains: readonly string[], path: InputPath): string[] {
  if (domains.length > MAIL_DOMAINS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `${domains.length} mail domains are more than ${MAIL_DOMAINS_MAX}: make several groups.`,
      path,
    });
  const read = domains.map((domain, index) => {
    const lower = domain.trim().toLowerCase();
    if (DOMAIN.test(lower) && lower.length <= LENGTH_MAX) return lower;
    return refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(domain)} is no domain of mail: write what stands after the @, for example example.com, in ASCII.`,
      path: [...path, index],
    });
  });
  return [...new Set(read)].sort();
}

/** Returns the domain of an address, in lower case. */
export const mailDomainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
