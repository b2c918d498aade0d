import { randomUUID } from 'node:crypto';
import { type BackendSettings, secretsUsedBy } from '../../../domain/backend/backend.ts';
import { isKeyOf, privateKeyFrom } from '../../../domain/backend/client-tls.ts';
import { secretValueFrom } from '../../../domain/backend/credentials.ts';
import { refuse } from '../../../foundation/errors.ts';
import { checkName } from '../../../foundation/text/name.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';

builder.prismaObject('Secret', {
  description:
    'What gateways prove themselves with to back-ends of a catalog. Its value can be set, and never be read.',
  fields: (t) => ({
    catalog: t.relation('catalog', { description: 'The catalog whose back-ends it is for.' }),
    name: t.exposeString('name', { description: 'Its name in the catalog, which credentials refer to.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first set.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When it was last set.' }),
  }),
});

builder.prismaObjectField('Catalog', 'secrets', (t) =>
  t.relation('secrets', {
    description: 'The secrets for its back-ends, the first created first.',
    args: partArgs,
    query: (part) => ({ orderBy: [{ createdAt: 'asc' }, { name: 'asc' }], ...takeSkipOf(part) }),
  }),
);

const SetSecretInput = builder.inputType('SetSecretInput', {
  description: 'A secret of a catalog, and its value.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    name: t.string({ required: true, description: 'Its name in the catalog, for example `crm-password`.' }),
    value: t.string({
      required: true,
      description:
        'Its value, 1 to 4096 characters of visible ASCII; or a private key as PEM, for a client certificate. It cannot be read again.',
    }),
  }),
});

const SecretInput = builder.inputType('SecretInput', {
  description: 'One secret of a catalog.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    name: t.string({ required: true, description: 'Which secret.' }),
  }),
});

builder.mutationField('setSecret', (t) =>
  t.prismaField({
    type: 'Secret',
    description:
      'Sets a secret of a catalog, a new one or another value of one that is there. Gateways use it within a second.',
    args: { input: t.arg({ type: SetSecretInput, required: true, description: 'The secret.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, name } = input;
      checkName(name, ['input', 'name']);
      const value = secretValueFrom(input.value, ['input', 'value']);
      const request = { orgId, action: 'setSecret', subject: `${catalog}/${name}` };
      return context.change(request, async (transaction) => {
        const where = { orgId, name: catalog, path: ['input', 'catalog'] };
        const { id: catalogId } = await catalogNamed(transaction, where);
        const known = await transaction.secret.findUnique({ where: { catalogId_name: { catalogId, name } } });
        await checkUse(transaction, { catalogId, name, value });
        const id = known?.id ?? randomUUID();
        const valueSealed = new Uint8Array(context.secrets.seal(value, id));
        const changedAt = context.clock();
        if (known)
          return transaction.secret.update({ ...query, where: { id }, data: { valueSealed, changedAt } });
        await checkQuota(transaction, { resource: 'SECRETS', ownerId: catalogId, now: context.clock() });
        const data = { id, catalogId, name, valueSealed, createdAt: changedAt, changedAt };
        return transaction.secret.create({ ...query, data });
      });
    },
  }),
);

builder.mutationField('deleteSecret', (t) =>
  t.boolean({
    description: 'Deletes a secret of a catalog; refused while the credentials of a back-end refer to it.',
    args: { input: t.arg({ type: SecretInput, required: true, description: 'Which secret.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, name } = input;
      const request = { orgId, action: 'deleteSecret', subject: `${catalog}/${name}` };
      await context.change(request, async (transaction) => {
        const where = { orgId, name: catalog, path: ['input', 'catalog'] };
        const { id: catalogId } = await catalogNamed(transaction, where);
        await checkSecret(transaction, { catalogId, catalog, name, path: ['input', 'name'] });
        const [user] = await usersOf(transaction, { catalogId, name });
        if (user)
          refuse('IN_USE', {
            detail: `The back-end ${user.backend} uses the secret ${name} in the catalog ${catalog}: give it other credentials first.`,
            path: ['input', 'name'],
          });
        await transaction.secret.delete({ where: { catalogId_name: { catalogId, name } } });
      });
      return true;
    },
  }),
);

type SecretKey = { readonly catalogId: string; readonly name: string };

/** The back-ends of a catalog that use a secret. */
async function usersOf(transaction: Pick<Transaction, 'catalogBackend'>, { catalogId, name }: SecretKey) {
  const rows = await transaction.catalogBackend.findMany({
    where: { catalogId },
    select: { settings: true, backend: { select: { name: true } } },
  });
  return rows
    .map(({ settings, backend }) => ({ settings: stored<BackendSettings>(settings), backend: backend.name }))
    .filter(({ settings }) => secretsUsedBy(settings).some((used) => used.name === name));
}

/** @throws BAD_USER_INPUT for a value that a back-end which uses the secret cannot take */
async function checkUse(
  transaction: Pick<Transaction, 'catalogBackend'>,
  { value, ...key }: SecretKey & { readonly value: string },
): Promise<void> {
  for (const { settings, backend } of await usersOf(transaction, key)) {
    const { tls } = settings;
    const certificate = tls?.key === key.name ? tls.certificate : null;
    const isFit = certificate === null ? privateKeyFrom(value) === undefined : isKeyOf(value, certificate);
    if (!isFit)
      refuse('BAD_USER_INPUT', {
        detail:
          certificate === null
            ? `The back-end ${backend} sends the secret in a request, and a private key cannot be sent: give it another name.`
            : `The back-end ${backend} has a certificate that this key does not belong to: set the key under another name, then both with setBackend.`,
        path: ['input', 'value'],
      });
  }
}

type NamedSecret = {
  readonly catalogId: string;
  /** The name of the catalog, for the refusal. */
  readonly catalog: string;
  readonly name: string;
  readonly path: readonly string[];
};

/** @throws NOT_FOUND when the catalog has no such secret */
export async function checkSecret(
  transaction: Pick<Transaction, 'secret'>,
  { catalogId, catalog, name, path }: NamedSecret,
): Promise<void> {
  const there = await transaction.secret.findUnique({
    where: { catalogId_name: { catalogId, name } },
    select: { id: true },
  });
  if (!there)
    refuse('NOT_FOUND', {
      detail: `There is no secret ${name} in the catalog ${catalog}: setSecret makes one.`,
      path,
    });
}
