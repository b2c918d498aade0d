import { Prisma } from '../../../bundles/prisma.js';
import { checkExternalClientId, externalClientKey } from '../../domain/oauth/external-issuer.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { TakeSkip } from '../../graphql/server/take-skip.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { OAuthProvider } from '../../infrastructure/database/generated/prisma/client.ts';

/** A client of an external issuer that becomes an application, or ceases to be one. */
export type ExternalClientChange = {
  readonly orgId: string;
  readonly catalogId: string;
  readonly applicationId: string;
  /** The external issuer, by the name of its OAuth provider. */
  readonly oauthProvider: string;
  readonly clientId: string;
  /** The path above the members `oauthProvider` and `clientId`. */
  readonly path: InputPath;
};

const CLIENTS_MAX = 20;

/**
 * Makes an application of a client of an external issuer.
 *
 * Tokens of the client are the application's from then on.
 *
 * @throws NOT_FOUND without such an issuer in the catalog; NAME_TAKEN when the client is an application already
 */
export async function addExternalClient(transaction: Transaction, change: ExternalClientChange) {
  const { catalogId, applicationId, clientId, path } = change;
  checkExternalClientId(clientId, [...path, 'clientId']);
  const oauthProviderId = await issuerIdOf(transaction, change);
  const key = externalClientKey({ catalogId, oauthProviderId, clientId });
  if (await transaction.externalClient.findUnique({ where: { key } }))
    refuse('NAME_TAKEN', {
      detail: `The client id ${clientId} at ${change.oauthProvider} is that of an application already.`,
      path: [...path, 'clientId'],
    });
  if ((await transaction.externalClient.count({ where: { applicationId } })) >= CLIENTS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `An application has at most ${CLIENTS_MAX} client ids at external issuers: remove one first.`,
      path: [...path, 'clientId'],
    });
  return transaction.externalClient.create({ data: { applicationId, oauthProviderId, clientId, key } });
}

/** @throws NOT_FOUND when the application is no such client */
export async function removeExternalClient(
  transaction: Transaction,
  change: ExternalClientChange,
): Promise<void> {
  const { catalogId, applicationId, clientId, path } = change;
  const oauthProviderId = await issuerIdOf(transaction, change);
  const key = externalClientKey({ catalogId, oauthProviderId, clientId });
  const { count } = await transaction.externalClient.deleteMany({ where: { key, applicationId } });
  if (count === 0)
    refuse('NOT_FOUND', {
      detail: 'The application has no such client id at that OAuth provider.',
      path: [...path, 'clientId'],
    });
}

type IssuerAddress = Pick<ExternalClientChange, 'orgId' | 'catalogId' | 'oauthProvider' | 'path'>;

async function issuerIdOf(transaction: Transaction, address: IssuerAddress): Promise<string> {
  return (await externalIssuerNamed(transaction, address)).id;
}

/** @throws NOT_FOUND without such an issuer in the catalog */
export async function externalIssuerNamed(
  transaction: Transaction,
  { orgId, catalogId, oauthProvider: name, path }: IssuerAddress,
): Promise<OAuthProvider> {
  const provider = await transaction.oAuthProvider.findFirst({
    where: { orgId, name, catalogs: { some: { id: catalogId } } },
  });
  if (provider && provider.issuer !== null) return provider;
  return refuse('NOT_FOUND', {
    detail: `The catalog has no OAuth provider ${name} that is an external issuer.`,
    path: [...path, 'oauthProvider'],
  });
}

/** Lists the external issuers of a catalog that register applications, by name. */
export async function registeringIssuers(
  { oAuthProvider }: Pick<Transaction, 'oAuthProvider'>,
  catalogId: string,
  part: TakeSkip,
): Promise<string[]> {
  const providers = await oAuthProvider.findMany({
    where: {
      catalogs: { some: { id: catalogId } },
      issuer: { path: ['registration', 'grantTypes'], not: Prisma.DbNull },
    },
    select: { name: true },
    orderBy: { name: 'asc' },
    ...part,
  });
  return providers.map(({ name }) => name);
}
