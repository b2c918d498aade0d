import { randomUUID } from 'node:crypto';
import { secretValueFrom } from '../../../domain/backend/credentials.ts';
import type { Definitions } from '../../../domain/manifest/definition.ts';
import type { Manifest } from '../../../domain/manifest/manifest.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { backendNamed } from '../backend/backend-named.ts';
import { checkUsedSecrets } from '../backend/used-secrets.ts';
import { writeBackend } from '../backend/write-backend.ts';
import type { SecretValues, WriteContext } from './write-context.ts';

export function secretValuesOf({ lists }: Manifest): SecretValues {
  return new Map(
    (lists.Catalog ?? []).flatMap(({ name: catalog, thing: { secrets = [] } }) =>
      secrets.flatMap(({ name, value }) =>
        value === undefined ? [] : [[`${catalog}/${name}`, secretValueFrom(value, ['value'])] as const],
      ),
    ),
  );
}

type Catalog = Pick<Definitions['Catalog'], 'name' | 'secrets' | 'backends'> & { readonly id: string };

/** Writes the secrets of a catalog. Existing ones keep their values. */
export async function writeSecrets(
  { transaction, secrets: sealer, clock, secretValues }: WriteContext,
  { id: catalogId, name: catalog, secrets }: Catalog,
): Promise<void> {
  await transaction.secret.deleteMany({ where: { catalogId, name: { notIn: [...secrets] } } });
  const there = await transaction.secret.findMany({ where: { catalogId }, select: { name: true } });
  const fresh = secrets.filter((name) => !there.some((each) => each.name === name));
  if (fresh.length === 0) return;
  const changedAt = clock();
  await checkQuota(transaction, {
    resource: 'SECRETS',
    ownerId: catalogId,
    now: changedAt,
    adding: fresh.length,
  });
  for (const name of fresh) {
    const id = randomUUID();
    const value = secretValues.get(`${catalog}/${name}`);
    if (value === undefined) throw new Error(`The new secret ${catalog}/${name} has no value.`);
    const valueSealed = new Uint8Array(sealer.seal(value, id));
    await transaction.secret.create({ data: { id, catalogId, name, valueSealed, changedAt } });
  }
}

/** Writes the back-ends of a catalog, as setBackend does. */
export async function writeBackends(
  { transaction, orgId, clock, secrets: sealer }: WriteContext,
  { id: catalogId, name: catalog, backends }: Catalog,
): Promise<void> {
  const names = backends.map(({ name }) => name);
  await transaction.catalogBackend.deleteMany({
    where: { catalogId, backend: { name: { notIn: names } } },
  });
  for (const { name, ...settings } of backends) {
    const { id: backendId } = await backendNamed(transaction, { orgId, name, path: ['input', 'backends'] });
    const used = { catalogId, catalog, settings, path: ['input', 'manifest', 'catalogs'] };
    await checkUsedSecrets(transaction, used, sealer);
    await writeBackend(transaction, { catalogId, backendId }, { settings, at: clock() });
  }
}
