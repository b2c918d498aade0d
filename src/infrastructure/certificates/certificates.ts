import type { SecureContext } from 'node:tls';
import type { Clock } from '../../foundation/clock.ts';
import { readCertificate, type ServerCertificate } from './certificate-files.ts';

/** Time before its end at which a certificate is said to end soon. Most are renewed 30 days before. */
const SOON_MS = 14 * 86_400_000;

/** The state of a certificate, for readiness and metrics. */
type CertificateState = { readonly path: string; readonly notAfter: Date };

/**
 * The certificates of the listeners. They are read anew from their files, so that a renewal needs no restart.
 *
 * A renewal that cannot be used leaves the one before in use, and is told in `note`.
 */
export class Certificates {
  #all: readonly ServerCertificate[];
  /** The fault of the last reading. */
  #fault: Error | undefined;
  readonly #clock: Clock;
  readonly #onChange = new Set<() => void>();

  /** @throws CertificateUnusable for the first that cannot be used */
  static async read(paths: readonly string[], clock: Clock): Promise<Certificates> {
    return new Certificates(await Promise.all(paths.map(readCertificate)), clock);
  }

  private constructor(all: readonly ServerCertificate[], clock: Clock) {
    this.#all = all;
    this.#clock = clock;
  }

  /** The certificate of callers who name no host, or one that has none. */
  get first(): ServerCertificate {
    return this.#all[0] as ServerCertificate;
  }

  /** Returns the certificate of a host; undefined for the first one. */
  contextOf(host: string): SecureContext | undefined {
    return this.#all.find(({ x509 }) => x509.checkHost(host, { subject: 'never' }))?.context;
  }

  states(): readonly CertificateState[] {
    return this.#all;
  }

  /** Tells what an operator should mend. That is a file that cannot be used, or a certificate that ends soon. */
  note(): string | undefined {
    if (this.#fault) return `${this.#fault.message} The one before is used.`;
    const now = this.#clock().getTime();
    const [next] = [...this.#all].sort((one, other) => one.notAfter.getTime() - other.notAfter.getTime());
    if (!next || next.notAfter.getTime() > now + SOON_MS) return undefined;
    const ends = next.notAfter.getTime() > now ? 'ends' : 'has ended';
    return `The certificate of ${next.path} ${ends} at ${next.notAfter.toISOString()}. Renew it.`;
  }

  /** Reads the files anew. New connections get the new certificates; those that are open keep theirs. */
  async refresh(): Promise<void> {
    const read = await Promise.allSettled(this.#all.map(({ path }) => readCertificate(path)));
    this.#fault = read.find((each) => each.status === 'rejected')?.reason as Error | undefined;
    const { first } = this;
    this.#all = this.#all.map((before, at) => {
      const now = read[at];
      return now?.status === 'fulfilled' && now.value.text !== before.text ? now.value : before;
    });
    if (this.first !== first) for (const changed of this.#onChange) changed();
  }

  /** Tells of each new first certificate. */
  onChange(changed: () => void): void {
    this.#onChange.add(changed);
  }
}
