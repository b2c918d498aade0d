import { type BackendSettings, secretsUsedBy } from '../../../domain/backend/backend.ts';
import { isKeyOf, privateKeyFrom } from '../../../domain/backend/client-tls.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';

type CheckUsedSecretsInput = {
  readonly catalogId: string;
  /** The name of the catalog, for the refusal. */
  readonly catalog: string;
  readonly settings: BackendSettings;
  /** The path of the settings in the input. */
  readonly path: InputPath;
};

/**
 * Checks that the secrets of a back-end are there, and what they have to be.
 *
 * @throws NOT_FOUND for a secret that the catalog lacks
 * @throws BAD_USER_INPUT for a key that is not that of the certificate, and for a key in place of a text
 */
export async function checkUsedSecrets(
  transaction: Pick<Transaction, 'secret'>,
  { catalogId, catalog, settings, path }: CheckUsedSecretsInput,
  secrets: Pick<Secrets, 'unseal'>,
): Promise<void> {
  for (const used of secretsUsedBy(settings)) {
    const [name, at] = [used.name, [...path, ...used.path]];
    const row = await transaction.secret.findUnique({ where: { catalogId_name: { catalogId, name } } });
    if (!row)
      refuse('NOT_FOUND', {
        detail: `There is no secret ${name} in the catalog ${catalog}: setSecret makes one.`,
        path: at,
      });
    const value = secrets.unseal(row.valueSealed, row.id);
    const certificate = used.path[0] === 'tls' ? settings.tls?.certificate : null;
    if (certificate != null && !isKeyOf(value, certificate))
      refuse('BAD_USER_INPUT', {
        detail: `The secret ${name} is not the private key of the certificate: set that key, or give the certificate of this one.`,
        path: at,
      });
    if (certificate == null && privateKeyFrom(value) !== undefined)
      refuse('BAD_USER_INPUT', {
        detail: `The secret ${name} is a private key, which no header can carry: name another one.`,
        path: at,
      });
  }
}
