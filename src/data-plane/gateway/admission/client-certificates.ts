import {
  type CertificateFacts,
  certificateInField,
  certificateKey,
} from '../../../domain/consumer/client-certificate.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { FairCache } from '../../../foundation/fair-cache.ts';
import { clientCertificateOf } from '../../../http/ingress/client-certificate.ts';
import type { CallingApplication } from '../../snapshot/snapshot.ts';
import type { Call, ShownCertificate } from '../call.ts';

/** A certificate that was read, and its application at the last look-up. */
type ReadCertificate = CertificateFacts & {
  readonly text: string;
  holder: CallingApplication | undefined;
  /** Revision of the clients at the last look-up; -1 is never. No two catalogs share one. */
  holderAt: number;
};

/** Bounds by org: strangers can connect with any certificate. */
const BOUNDS = { bytesMax: 16 * 1024 * 1024, bytesMaxOfOrg: 4 * 1024 * 1024 };
/** Memory of a certificate beside its text. */
const FACTS_BYTES = 500;
/** Characters of the signature that form a key. The whole text is compared behind it. */
const KEY_CHARACTERS = 32;

const NONE: ShownCertificate = { holder: undefined, thumbprint: undefined, fault: 'MISSING' };
const UNREADABLE: ShownCertificate = { ...NONE, fault: 'UNREADABLE' };

/** Reads the client certificates of calls. Those that could be read are remembered by their full text. */
export class ClientCertificates {
  readonly #clock: Clock;
  readonly #remembered = new FairCache<ReadCertificate>(BOUNDS, ({ text }) => text.length + FACTS_BYTES);

  /** @param clock decides when a certificate has expired */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the client certificate of a call, read once.
   */
  of(call: Call): ShownCertificate {
    call.certificate ??= this.#shownBy(call);
    return call.certificate;
  }

  #shownBy({ request, way, catalog }: Call): ShownCertificate {
    const { id: catalogId, orgId, clients } = catalog;
    const text = clientCertificateOf(request, way.isProxied);
    if (text === undefined) return NONE;
    const read = this.#read(text, orgId);
    if (!read) return UNREADABLE;
    const { thumbprint, notBefore, notAfter } = read;
    const now = this.#clock().getTime();
    if (now < notBefore) return { holder: undefined, thumbprint, fault: 'NOT_YET_VALID' };
    if (now > notAfter) return { holder: undefined, thumbprint, fault: 'EXPIRED' };
    if (read.holderAt !== clients.revision) {
      read.holder = clients.certificateHolder(certificateKey({ catalogId, thumbprint }));
      read.holderAt = clients.revision;
    }
    return { holder: read.holder, thumbprint, fault: undefined };
  }

  #read(text: string, orgId: string): ReadCertificate | undefined {
    const key = text.slice(-KEY_CHARACTERS);
    const known = this.#remembered.known(orgId, key);
    if (known?.text === text) return known;
    const facts = certificateInField(text);
    if (!facts) return undefined;
    const read = { text, holder: undefined, holderAt: -1, ...facts };
    this.#remembered.keep(orgId, key, read);
    return read;
  }
}
