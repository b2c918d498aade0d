import { CertificateUnusable } from '../../../infrastructure/certificates/certificate-files.ts';
import { Certificates } from '../../../infrastructure/certificates/certificates.ts';
import type { Check } from './check.ts';

/** Checks that the certificates of the listeners can be used and do not end soon. */
export const certificates: Check = async ({ config: { tls }, clock }) => {
  const check = 'certificates';
  if (!tls) return [{ check, state: 'ok', message: 'the listeners speak HTTP' }];
  try {
    const read = await Certificates.read(tls.paths, clock);
    const note = read.note();
    const message = read
      .states()
      .map(({ path, notAfter }) => `${path} until ${notAfter.toISOString()}`)
      .join('; ');
    return [
      note === undefined ? { check, state: 'ok', message } : { check, state: 'warn', message, remedy: note },
    ];
  } catch (error) {
    if (!(error instanceof CertificateUnusable)) throw error;
    return [{ check, state: 'fail', message: error.message, remedy: 'Mend the file, or leave it out.' }];
  }
};
