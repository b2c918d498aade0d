import { randomUUID } from 'node:crypto';
import { clientMetadataOf, type IssuerRegistration } from '../../domain/oauth/client-registration.ts';
import type { ExternalIssuer } from '../../domain/oauth/external-issuer.ts';
import { type InputPath, Refusal, refuse } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { Application } from '../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';
import type { ClientRegistrations } from '../../infrastructure/issuers/client-registrations.ts';
import type { ClientManagement, RegisteredClient } from '../../infrastructure/issuers/register-client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { addExternalClient, externalIssuerNamed } from './external-client.ts';

/** A client that an issuer registered for an application. */
export type IssuedClient = Omit<RegisteredClient, 'management'> & { readonly oauthProvider: string };

/** An application that is to become a client of an external issuer. */
export type RegistrationRequest = {
  readonly orgId: string;
  readonly catalogId: string;
  readonly application: Pick<Application, 'id' | 'consumerOrgId' | 'title' | 'clientType' | 'redirectUris'>;
  /** The external issuer, by the name of its OAuth provider. */
  readonly oauthProvider: string;
  /** The path above the members `application` and `oauthProvider`. */
  readonly path: InputPath;
};

type RegistrationDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly secrets: Secrets;
  readonly registrations: Pick<ClientRegistrations, 'register' | 'delete'>;
  /** Saves in one change of the org. The audit gets the client id. */
  readonly save: (
    detail: { readonly oauthProvider: string; readonly clientId: string },
    work: (transaction: Transaction) => Promise<unknown>,
  ) => Promise<unknown>;
};

/**
 * Registers an application at an external issuer, and makes the new client an application. (RFC 7591)
 *
 * The issuer comes first, as only it knows the client id. What cannot be saved is deleted there again.
 *
 * @throws NOT_FOUND without such an issuer; NAME_TAKEN where the application is a registered client there already;
 *   BAD_USER_INPUT; RATE_LIMIT_EXCEEDED; CLIENT_NOT_REGISTERED
 */
export async function registerApplication(
  deps: RegistrationDeps,
  request: RegistrationRequest,
): Promise<IssuedClient> {
  const { oauthProvider, orgId } = request;
  const order = await orderOf(deps, request);
  const { management, ...client } = await deps.registrations.register(order);
  try {
    await deps.save({ oauthProvider, clientId: client.clientId }, (transaction) =>
      saveClient(transaction, request, { clientId: client.clientId, management, secrets: deps.secrets }),
    );
  } catch (error) {
    throw await undone(error, { ...request, clientId: client.clientId, management }, (it) =>
      deps.registrations.delete(orgId, it),
    );
  }
  return { ...client, oauthProvider };
}

async function orderOf({ database: { prisma }, secrets }: RegistrationDeps, request: RegistrationRequest) {
  const { orgId, application, oauthProvider, path } = request;
  const provider = await externalIssuerNamed(prisma, request);
  const { url, registration } = stored<ExternalIssuer>(provider.issuer);
  if (!registration)
    return refuse('BAD_USER_INPUT', {
      detail: `Applications cannot be registered at ${oauthProvider} from here: register a client there, and add its client id.`,
      path: [...path, 'oauthProvider'],
    });
  await refuseRegistered(prisma, request);
  const metadata = clientMetadataOf(application, registration, [...path, 'application']);
  const { consumerOrgId } = application;
  const initialAccessToken = await tokenOf({ prisma, secrets }, request, registration);
  const issuer = { url, registration };
  return { orgId, consumerOrgId, oauthProvider, issuer, initialAccessToken, metadata };
}

async function tokenOf(
  { prisma, secrets }: { readonly prisma: Transaction; readonly secrets: Secrets },
  { catalogId, oauthProvider }: RegistrationRequest,
  { initialAccessToken: name }: IssuerRegistration,
): Promise<string | undefined> {
  if (name === null) return undefined;
  const row = await prisma.secret.findFirst({ where: { catalogId, name } });
  if (row) return secrets.unseal(row.valueSealed, row.id);
  return refuse('CLIENT_NOT_REGISTERED', {
    detail: `${oauthProvider} asks for an initial access token, and the catalog has no secret ${name}: the provider sets it with setSecret.`,
  });
}

/**
 * Refuses an application that is a registered client of the issuer already.
 *
 * A form that is sent twice leaves one client behind.
 *
 * @throws NAME_TAKEN
 */
async function refuseRegistered(
  transaction: Transaction,
  { application: { id: applicationId }, oauthProvider: name, path }: RegistrationRequest,
): Promise<void> {
  const known = await transaction.externalClient.findFirst({
    where: { applicationId, oauthProvider: { name }, registration: { isNot: null } },
  });
  if (known)
    refuse('NAME_TAKEN', {
      detail: `The application is registered at ${name} already, as ${known.clientId}: remove that client id first.`,
      path: [...path, 'oauthProvider'],
    });
}

type NewClient = {
  readonly clientId: string;
  readonly management: ClientManagement | null;
  readonly secrets: Secrets;
};

async function saveClient(
  transaction: Transaction,
  request: RegistrationRequest,
  { clientId, management, secrets }: NewClient,
): Promise<void> {
  const { orgId, application } = request;
  await refuseRegistered(transaction, request);
  const change = { ...request, applicationId: application.id, clientId };
  const { id: externalClientId } = await addExternalClient(transaction, change);
  const id = randomUUID();
  const managementSealed = management && new Uint8Array(secrets.seal(JSON.stringify(management), id));
  await transaction.clientRegistration.create({ data: { id, orgId, externalClientId, managementSealed } });
}

type Unsaved = RegistrationRequest & Pick<NewClient, 'clientId' | 'management'>;

/**
 * Deletes a client that could not be saved, and says what is left of it.
 *
 * A client id that another application has is not deleted: the issuer would lose a client that is in use.
 */
async function undone(
  error: unknown,
  { clientId, management, oauthProvider, path }: Unsaved,
  remove: (management: ClientManagement) => Promise<boolean>,
): Promise<unknown> {
  if (error instanceof Refusal && error.code === 'NAME_TAKEN' && error.inputPath?.at(-1) === 'clientId')
    return new Refusal('CLIENT_NOT_REGISTERED', {
      detail: `${oauthProvider} answered with ${clientId}, the client id of another application: nothing was saved.`,
      path: [...path, 'oauthProvider'],
    });
  if (management && (await remove(management))) return error;
  const left = `The client ${clientId} is left at ${oauthProvider}: have it deleted there.`;
  if (error instanceof Refusal)
    return new Refusal(error.code, {
      detail: `${error.message} ${left}`,
      ...(error.inputPath && { path: error.inputPath }),
      cause: error,
    });
  return new Error(left, { cause: error });
}
