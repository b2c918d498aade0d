import { graphql } from '../../graphql.ts';
import type { ApplicationAddress } from '../parts/console-paths.ts';
import type { DoneKey } from '../parts/done-notice.tsx';
import type { Actions } from '../parts/run-action.ts';
import { ISSUED_API_KEY, type IssuedApiKey } from './api-keys.tsx';
import { type ApplicationActionForm, applicationTyped } from './application-fields.tsx';
import { ISSUED_CREDENTIAL, type IssuedCredential } from './issued-secret.tsx';

const UPDATE = graphql(`
  mutation UpdateApplication($input: UpdateApplicationInput!) { updateApplication(input: $input) { name } }
`);
const DELETE = graphql(`
  mutation DeleteApplication($input: ApplicationInput!) { deleteApplication(input: $input) }
`);
const CREATE_CREDENTIAL = graphql(
  `mutation CreateCredential($input: CreateCredentialInput!) {
    createCredential(input: $input) { ...IssuedCredential }
  }`,
  [ISSUED_CREDENTIAL],
);
const RESET_SECRET = graphql(
  `mutation ResetClientSecret($input: ResetClientSecretInput!) {
    resetClientSecret(input: $input) { ...IssuedCredential }
  }`,
  [ISSUED_CREDENTIAL],
);
const DELETE_CREDENTIAL = graphql(`
  mutation DeleteCredential($input: CredentialInput!) { deleteCredential(input: $input) }
`);
const CREATE_API_KEY = graphql(
  `mutation CreateApiKey($input: CreateApiKeyInput!) { createApiKey(input: $input) { ...IssuedApiKey } }`,
  [ISSUED_API_KEY],
);
const REPLACE_API_KEY = graphql(
  `mutation ReplaceApiKey($input: ReplaceApiKeyInput!) { replaceApiKey(input: $input) { ...IssuedApiKey } }`,
  [ISSUED_API_KEY],
);
const REVOKE_API_KEY = graphql(`
  mutation RevokeApiKey($input: ApiKeyInput!) { revokeApiKey(input: $input) }
`);
const ADD_CERTIFICATE = graphql(`
  mutation AddClientCertificate($input: AddClientCertificateInput!) {
    addClientCertificate(input: $input) { thumbprint }
  }
`);
const REMOVE_CERTIFICATE = graphql(`
  mutation RemoveClientCertificate($input: ClientCertificateInput!) { removeClientCertificate(input: $input) }
`);
const APPROVE = graphql(`
  mutation ApproveSubscription($input: SubscriptionInput!) { approveSubscription(input: $input) { id } }
`);
const REJECT = graphql(`
  mutation RejectSubscription($input: RejectSubscriptionInput!) { rejectSubscription(input: $input) { id } }
`);
const MIGRATE = graphql(`
  mutation MigrateSubscription($input: MigrateSubscriptionInput!) { migrateSubscription(input: $input) { id } }
`);
const END = graphql(`
  mutation DeleteSubscription($input: SubscriptionInput!) { deleteSubscription(input: $input) }
`);

/** Result of an action: a notice, or a secret to show. */
export type ApplicationActionResult =
  | DoneKey
  | { readonly issued: IssuedCredential }
  | { readonly issuedKey: IssuedApiKey };

/** Actions of the page's buttons. */
export const actions: Actions<ApplicationAddress, ApplicationActionForm, ApplicationActionResult> = {
  async save(run, address, form) {
    await run(UPDATE, { input: { ...inputOf(address), ...applicationTyped(form) } });
    return 'application';
  },
  async suspend(run, address, { suspensionReason }) {
    const reason = suspensionReason.trim() || null;
    await run(UPDATE, { input: { ...inputOf(address), state: 'SUSPENDED', suspensionReason: reason } });
    return 'applicationSuspended';
  },
  async enable(run, address) {
    await run(UPDATE, { input: { ...inputOf(address), state: 'ENABLED' } });
    return 'applicationEnabled';
  },
  async delete(run, address) {
    await run(DELETE, { input: inputOf(address) });
    return 'applicationDeleted';
  },
  async createCredential(run, address, { title }) {
    const input = { ...address, title: title.trim() };
    return { issued: (await run(CREATE_CREDENTIAL, { input })).createCredential };
  },
  async resetSecret(run, { org, catalog }, { of: clientKey, overlapSeconds }) {
    const input = { org, catalog, clientKey, overlapSeconds: Number(overlapSeconds) || 0 };
    return { issued: (await run(RESET_SECRET, { input })).resetClientSecret };
  },
  async deleteCredential(run, { org, catalog }, { of: clientKey }) {
    await run(DELETE_CREDENTIAL, { input: { org, catalog, clientKey } });
    return 'credentialDeleted';
  },
  async createApiKey(run, address, { title, expiresAt }) {
    const end = expiresAt === '' ? undefined : `${expiresAt}T23:59:59Z`;
    const input = { ...address, title: title.trim(), expiresAt: end };
    return { issuedKey: (await run(CREATE_API_KEY, { input })).createApiKey };
  },
  async replaceApiKey(run, { org, catalog }, { of: id, overlapSeconds }) {
    // What is no number is refused, so that nothing ends by mistake.
    const input = { org, catalog, id, overlapSeconds: Number.parseInt(overlapSeconds, 10) };
    return { issuedKey: (await run(REPLACE_API_KEY, { input })).replaceApiKey };
  },
  async revokeApiKey(run, { org, catalog }, { of: id }) {
    await run(REVOKE_API_KEY, { input: { org, catalog, id } });
    return 'apiKeyRevoked';
  },
  async addCertificate(run, address, { certificate }) {
    await run(ADD_CERTIFICATE, { input: { ...address, certificate } });
    return 'certificateAdded';
  },
  async removeCertificate(run, address, { of: thumbprint }) {
    await run(REMOVE_CERTIFICATE, { input: { ...address, thumbprint } });
    return 'certificateRemoved';
  },
  async approve(run, { org }, { of: id }) {
    await run(APPROVE, { input: { org, id } });
    return 'approved';
  },
  async reject(run, { org }, { of: id, reason }) {
    await run(REJECT, { input: { org, id, reason: reason.trim() || undefined } });
    return 'rejected';
  },
  async migrate(run, { org }, { of: id }) {
    await run(MIGRATE, { input: { org, id } });
    return 'moved';
  },
  async end(run, { org }, { of: id }) {
    await run(END, { input: { org, id } });
    return 'ended';
  },
};

const inputOf = ({ application: name, ...address }: ApplicationAddress) => ({ ...address, name });
