// The header Client-Cert, in which a proxy that ends TLS tells the client's certificate. (RFC 9440)
import { describe, expect, it } from 'vitest';
import { certificateInField } from '../../../src/domain/consumer/client-certificate.ts';

/** Example of appendix A, whose certificate was valid for the year 2020. */
const BASE64 =
  'MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQKDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVybWVkaWF0ZSBDQTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YnXXfaUgmnMtOXU/IncWalRhebrXmckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQYDVR0TBAIwADAfBgNVHSMEGDAWgBRm3WjLa38lbEYCuiCPct0ZaSED2DAOBgNVHQ8BAf8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQH/BBMwEYEPYmRjQGV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0Q6bMjeSkC3dFCOOB8TAiEAx/kHSB4urmiZ0NX5r5XarmPk0wmuydBVoU4hBVZ1yhk=';

describe('RFC 9440 §2.2, the header Client-Cert', () => {
  it('is a byte sequence with the DER of one certificate', () => {
    expect(certificateInField(`:${BASE64}:`)).toEqual({
      thumbprint: expect.stringMatching(/^[\w-]{43}$/),
      subject: 'CN=BC',
      notBefore: Date.parse('2020-01-14T22:55:33Z'),
      notAfter: Date.parse('2021-01-23T22:55:33Z'),
    });
  });

  it.each([
    ['bare base64', BASE64],
    ['a string', `"${BASE64}"`],
    ['a list', `:${BASE64}:, :${BASE64}:`],
    ['a sequence without its end', `:${BASE64}`],
    [
      'a certificate with something behind it',
      `:${Buffer.concat([Buffer.from(BASE64, 'base64'), Buffer.from('x')]).toString('base64')}:`,
    ],
    ['a certificate that is cut off', `:${BASE64.slice(0, 400)}:`],
    [
      'PEM',
      `:${Buffer.from(`-----BEGIN CERTIFICATE-----\n${BASE64}\n-----END CERTIFICATE-----`).toString('base64')}:`,
    ],
    ['nothing', '::'],
  ])('is no certificate as %s', (_name, value) => {
    expect(certificateInField(value)).toBeUndefined();
  });
});
