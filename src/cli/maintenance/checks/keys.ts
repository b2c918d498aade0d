import { stored } from '../../../infrastructure/database/json-columns.ts';
import { matchingKey } from '../../../infrastructure/secrets/first-secret-key.ts';
import { importSigningKey } from '../../../infrastructure/tokens/keys.ts';
import { secretsOf } from '../platform-database.ts';
import type { Check, Finding } from './check.ts';

/** Checks that the secret key opens sealed values and every OAuth provider can sign. */
export const keys: Check = async ({ current, config }) => {
  if (!current) return [];
  const secrets = secretsOf(config);
  const { prisma } = current;
  const check = 'keys';
  const [first, signing, webhooks, providers] = await Promise.all([
    prisma.secretKey.findFirst(),
    prisma.signingKey.findMany(),
    prisma.webhook.findMany({ select: { id: true, secretSealed: true } }),
    prisma.oAuthProvider.findMany({ where: { signingKeys: { none: {} } }, select: { name: true } }),
  ]);
  const isBroken = (work: () => unknown) => {
    try {
      work();
      return false;
    } catch {
      return true;
    }
  };
  const broken = [
    ...signing.filter((key) =>
      isBroken(() => {
        const privateJwk = JSON.parse(secrets.unseal(key.privateJwkSealed, key.id));
        const { id: kid, algorithm } = key;
        importSigningKey({ kid, algorithm, publicJwk: stored(key.publicJwk), privateJwk }, key.signsFrom);
      }),
    ),
    ...webhooks.filter(({ id, secretSealed }) => isBroken(() => secrets.unseal(secretSealed, id))),
  ];
  const findings: Finding[] = providers.map(({ name }) => ({
    check,
    state: 'fail',
    said: `the OAuth provider ${name} has no signing key`,
    remedy: 'Rotate its keys: the mutation rotateSigningKey.',
  }));
  const all = signing.length + webhooks.length;
  const standing = first ? matchingKey(first, secrets) : 'OWN';
  if (standing === 'BESIDE' && broken.length === 0)
    findings.push({
      check,
      state: 'warn',
      said: 'SECRET_KEY_OLD is still the key of this platform',
      remedy: 'Run gatehouse rotate-secret when all processes have both keys; then leave SECRET_KEY_OLD out.',
    });
  else if (standing === 'OTHER')
    findings.push({
      check,
      state: 'fail',
      said: 'SECRET_KEY is another one than that which this platform was first started with',
      remedy: `Give the first SECRET_KEY (or the file secret.key in DATA_DIR): no process starts with another, and what is stored can be neither opened nor compared under it (${broken.length} of ${all} sealed keys do not open).`,
    });
  else if (broken.length === 0)
    findings.push({ check, state: 'ok', said: `SECRET_KEY opens all ${all} keys that are stored` });
  else
    findings.push({
      check,
      state: 'fail',
      said: `SECRET_KEY does not open ${broken.length} of ${all} keys that are stored`,
      remedy: 'Give the SECRET_KEY (or the file secret.key in DATA_DIR) that they were sealed with.',
    });
  return findings;
};
