/** A change in words: who did it, what was done, and to what. */
export type ChangeSentence = {
  readonly who: string;
  /** Words before and after the subject. */
  readonly before: string;
  readonly subject: string;
  readonly after: string;
  /** The thing that the subject is in, for example `sandbox/consumers`. */
  readonly within: string | undefined;
};

type Change = { readonly actor: string; readonly action: string; readonly subject: string };

/** Words of each action; `*` stands for what it was done to. */
const words: Readonly<Record<string, string>> = {
  acceptHeldGraphQLSchema: 'accepted the new schema of *',
  accessTokenRefused: 'was refused with the token *',
  addLocalUser: 'added the local user *',
  addMember: 'added the member *',
  addSecondFactor: 'added a second factor to *',
  applyManifest: 'applied a manifest to *',
  approveSubscription: 'approved a subscription of *',
  archiveProduct: 'archived *',
  changeLocalUserPassword: 'changed the password of *',
  changePassword: 'changed the password of *',
  createAccessToken: 'created the access token *',
  createApi: 'created the API *',
  createApiKey: 'created an API key of *',
  addClientCertificate: 'added a client certificate to *',
  addExternalClientId: 'added a client id of an issuer to *',
  removeClientCertificate: 'removed a client certificate from *',
  registerExternalClient: 'registered the application * at an issuer',
  removeExternalClientId: 'removed a client id of an issuer from *',
  createApplication: 'created the application *',
  createBackend: 'created the back-end *',
  createCatalog: 'created the catalog *',
  createConsumerOrg: 'created the consumer org *',
  createCredential: 'created a client key of *',
  createGraphQLServer: 'created the GraphQL server *',
  createOAuthProvider: 'created the OAuth provider *',
  createOrg: 'created the organization *',
  createPlan: 'created the plan *',
  createProduct: 'created the product *',
  createSubscription: 'subscribed *',
  createTestCall: 'made a test call of *',
  createUserRegistry: 'created the user registry *',
  createWebhook: 'created the webhook *',
  deleteApi: 'deleted the API *',
  deleteApplication: 'deleted the application *',
  deleteBackend: 'deleted the back-end *',
  deleteCatalog: 'deleted the catalog *',
  deleteConsumerOrg: 'deleted the consumer org *',
  deleteCredential: 'withdrew a client key of *',
  deleteGraphQLServer: 'deleted the GraphQL server *',
  deleteOAuthProvider: 'deleted the OAuth provider *',
  deletePasskey: 'removed a passkey of *',
  deletePlan: 'deleted the plan *',
  deleteProduct: 'deleted the product *',
  deleteSecret: 'deleted the secret *',
  deleteSubscription: 'ended a subscription of *',
  deleteUserRegistry: 'deleted the user registry *',
  deleteWebhook: 'deleted the webhook *',
  deprecateProduct: 'deprecated *',
  dismissHeldGraphQLSchema: 'dismissed the new schema of *',
  importApi: 'imported the API *',
  inviteUser: 'invited *',
  issueTemporaryToken: 'issued a short-lived token for *',
  migrateSubscription: 'moved a subscription of *',
  migrateSubscriptions: 'moved the subscriptions of *',
  publishProduct: 'published *',
  refreshGraphQLSchema: 'refreshed the schema of *',
  refusePasskey: 'refused a passkey of *',
  registerPasskey: 'registered a passkey of *',
  rejectSubscription: 'rejected a subscription of *',
  removeBackend: 'removed the back-end *',
  removeLocalUser: 'removed the local user *',
  removeMember: 'removed the member *',
  removeProduct: 'removed * from its catalog',
  removeSigningKey: 'withdrew a signing key of *',
  removeUser: 'removed *',
  replaceApiKey: 'replaced an API key of *',
  replaceProduct: 'replaced a product by *',
  replaceRecoveryCodes: 'replaced the recovery codes of *',
  replaceWebhookSecret: 'replaced the secret of the webhook *',
  resendWebhookDelivery: 'sent a delivery of * again',
  resetClientSecret: 'set a new secret of *',
  resetMemberPassword: 'set a new password of *',
  resetSecondFactor: 'reset the second factor of *',
  retireProduct: 'retired *',
  revokeAccessToken: 'revoked the access token *',
  revokeApiKey: 'revoked an API key of *',
  revokePreviousSecret: 'ended the old secret of *',
  rotateSigningKey: 'rotated the signing key of *',
  saveApiAsNewVersion: 'made the API version *',
  saveProductAsNewVersion: 'made the product version *',
  setApiOnline: 'switched * on or off',
  setBackend: 'set the back-end *',
  setLocalUserPassword: 'set a new password of the local user *',
  setLocalUserState: 'let the local user * sign in, or not',
  setMigrationTarget: 'set the migration target of *',
  setQuota: 'set the quota *',
  setSecret: 'set the secret *',
  setSubscriptionLimits: 'set the limits of a subscription of *',
  signIn: 'signed in as *',
  signInFailed: 'failed to sign in as *',
  signUp: 'signed up as *',
  stageProduct: 'staged *',
  subscribe: 'subscribed *',
  supersedeProduct: 'superseded a product by *',
  testUserRegistry: 'tested the user registry *',
  undoLifecycleChange: 'undid a change of *',
  undoMigration: 'took back the move of *',
  unsubscribe: 'ended a subscription of *',
  updateApi: 'changed the API *',
  updateApplication: 'changed the application *',
  updateCatalog: 'changed the catalog *',
  updateGraphQLServer: 'changed the GraphQL server *',
  updateOAuthProvider: 'changed the OAuth provider *',
  updateOrg: 'changed the organization *',
  updatePlan: 'changed the plan *',
  updateProduct: 'changed the product *',
  updateUser: 'changed the role of *',
  updateUserRegistry: 'changed the user registry *',
  updateWebhook: 'changed the webhook *',
  useRecoveryCode: 'used a recovery code of *',
};

const ID = /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;
const nothing = { subject: '', after: '', within: undefined };

/** Tells a change as people do: `Vera published Parcels 2.0.0`. An action without words is told by its name. */
export function changeSentence({ actor, action, subject }: Change): ChangeSentence {
  const sentence = Object.hasOwn(words, action) ? words[action] : undefined;
  const who = actorName(actor);
  const told = sentence ?? `did ${action} to *`;
  // Nobody knows a thing by its id.
  if (ID.test(subject)) return { who, before: told.replace(/( of)? \*/, ''), ...nothing };
  const [before = '', after = ''] = told.split('*');
  return { who, before: before.trim(), after: after.trim(), ...subjectName(subject) };
}

const kinds: Readonly<Record<string, string>> = {
  token: 'Token',
  consumer: 'Consumer',
  client: 'Client',
  person: 'Person',
};

/** Names an actor: `user:vera@acme.example` is Vera, `token:ci` the token ci. */
function actorName(actor: string): string {
  const [kind = '', name = ''] = actor.split(/:(.*)/s);
  if (kind === 'user') return titled(name.split('@')[0] ?? name);
  if (kind === 'platform') return 'Gatehouse';
  if (kind === 'anonymous') return 'Somebody';
  return Object.hasOwn(kinds, kind) ? `${kinds[kind]} ${name}` : actor;
}

/** Names what was changed: `parcels:2.0.0` is Parcels 2.0.0, of `sandbox/consumers/app` it is the last part. */
function subjectName(subject: string): Pick<ChangeSentence, 'subject' | 'within'> {
  const versioned = /^([a-z0-9-]+):(\S+)$/.exec(subject);
  if (versioned) return { subject: `${titled(versioned[1] ?? '')} ${versioned[2]}`, within: undefined };
  const parts = subject.split('/');
  const isPath = parts.length > 1 && /^[\w.:/-]+$/.test(subject);
  return isPath
    ? { subject: parts.at(-1) ?? subject, within: parts.slice(0, -1).join('/') }
    : { subject, within: undefined };
}

/** Writes a name as a title: `vera.smith` is Vera Smith. */
const titled = (name: string) =>
  name
    .split(/[-._]/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
