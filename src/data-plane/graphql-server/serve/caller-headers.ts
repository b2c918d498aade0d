import type { IncomingHttpHeaders } from 'node:http';
import { PASS_HEADER } from '../../../infrastructure/secrets/gateway-pass.ts';

/** The headers of a caller, as back-ends and policies get to see them. */
export type CallerHeaders = Pick<Headers, 'get'> & Iterable<[string, string]>;

/** The headers of a request as Node has them, without a gateway's pass. */
export class NodeHeaders implements CallerHeaders {
  readonly #headers: IncomingHttpHeaders;

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const key = name.toLowerCase();
    if (key === PASS_HEADER || !Object.hasOwn(this.#headers, key)) return null;
    const value = this.#headers[key];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    for (const name of Object.keys(this.#headers)) {
      const value = this.get(name);
      if (value !== null) yield [name, value];
    }
  }
}
