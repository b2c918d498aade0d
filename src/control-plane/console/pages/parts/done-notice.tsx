import { Toast } from '../../../../ui/components/notice.tsx';

const sentences = {
  api: 'The API is created. It is a draft: put it into a product, and publish that to a catalog.',
  apiSaved: 'The API is changed. Copies in catalogs stay as they are: publish a product with it again.',
  productSaved: 'The product is changed. Copies in catalogs stay as they are, until it is published again.',
  graphqlServer: 'The GraphQL server is created. It is built now: look again in a moment.',
  policies: 'The access policy is saved, and holds from now on.',
  schemaUnchanged: 'The server has the same schema.',
  schemaTaken: 'The new schema breaks no caller: the API and its copies in catalogs have it now.',
  schemaHeld: 'The new schema would break callers: it waits below, until you accept or dismiss it.',
  schemaDismissed: 'That schema is dismissed: the API keeps its own.',
  schemaAccepted: 'The schema is taken: the API and its copies in catalogs have it now.',
  catalog: 'The catalog is changed. Its portal shows it at once.',
  oauthProvider: 'The OAuth provider is created. Assign it to a catalog: there it issues tokens.',
  externalIssuer:
    'The external issuer is created. Assign it to a catalog, and give applications their client ids there.',
  userRegistry: 'The user registry is created: OAuth providers can authenticate people with it.',
  saved: 'The change is saved, and holds from now on.',
  assigned: 'Assigned to the catalog.',
  unassigned: 'Taken from the catalog.',
  keyRotated: 'There is a new signing key. It signs as soon as everybody knows it.',
  keysWithdrawn: 'The keys before are withdrawn: tokens that they signed are refused, and the new key signs.',
  providerDeleted: 'The OAuth provider is deleted, with its signing keys.',
  registryDeleted: 'The user registry is deleted.',
  localUserAdded: 'The person is added, and may sign in from now on.',
  localUserPassword:
    'The password is set. The one before is refused within a minute, and the sessions have ended.',
  localUserSuspended: 'The person is suspended, and cannot sign in until you let them in again.',
  localUserEnabled: 'The person may sign in again.',
  localUserRemoved: 'The person is removed, and cannot sign in any more.',
  role: 'The role is changed, and holds from now on.',
  suspended: 'No session and no token of this person is good any more, until you let them in again.',
  enabled: 'This person may come in again.',
  removed: 'Removed: their sessions and tokens have ended.',
  withdrawn: 'The invitation is taken back: its link leads nowhere any more.',
  revoked: 'The access token is revoked: it is refused from now on.',
  consumerOrg: 'The consumer org is created: its owner may sign in to the portal.',
  consumerOrgDeleted: 'The consumer org is deleted, with its people, applications and subscriptions.',
  memberAdded: 'The person is added: they may sign in to the portal.',
  memberRemoved: 'The person is removed: they are signed out, and cannot sign in any more.',
  application: 'The application is changed.',
  applicationSuspended: 'The application is suspended: its calls are refused, until you enable it again.',
  applicationEnabled: 'The application is enabled: its calls are served again.',
  applicationDeleted: 'The application is deleted, with its client keys and subscriptions.',
  credentialDeleted: 'The client key is withdrawn: calls with it are refused from now on.',
  certificateAdded: 'The certificate is registered: calls with it are those of the application.',
  certificateRemoved: 'The certificate is removed: calls with it are refused from now on.',
  apiKeyRevoked: 'The API key is revoked: calls with it are refused from now on.',
  subscribed: 'The application is subscribed.',
  approved: 'The subscription is approved: its calls are served from now on.',
  rejected: 'The subscription is rejected: the portal says so to its consumer.',
  ownLimits: 'The subscription has limits of its own from now on.',
  planLimits: 'The subscription has the limits of its plan again.',
  moved: 'The subscription has moved. The client keys are as they were.',
  ended: 'The subscription has ended: calls under it are refused from now on.',
  webhook: 'The webhook is changed.',
  webhookPaused: 'The webhook is paused: no event is kept for it, and none is sent.',
  webhookActive: 'The webhook is active: it is sent events from now on.',
  webhookDeleted: 'The webhook is deleted, with what was not delivered yet.',
  secret: 'The secret is set: gateways use it from now on, and nobody can read it.',
  quota: 'The quota is set, and holds from now on; what there is stays.',
  resent: 'The delivery is sent again.',
  password: 'Your password is changed, and your other sessions have ended.',
  passkey: 'The passkey is registered: you are asked for it when you sign in.',
  passkeyDeleted: 'The passkey is removed, and your other sessions have ended.',
  recoveryCodeUsed:
    'You are signed in. That recovery code is used up: register a passkey that you have at hand.',
  secondFactorReset:
    'The password, or the identity provider, is enough here until this person registers a passkey.',
  secondFactorRequired: 'Everybody who enters this org shows a passkey from now on.',
  secondFactorOptional: 'People of this org may do without a passkey from now on.',
} as const;
export type DoneKey = keyof typeof sentences;

/** Toast about what was done, on the page that a form led to: `?done=role`. An unknown key shows nothing. */
export function Done({ done }: { done: string | undefined }) {
  if (done === undefined || !Object.hasOwn(sentences, done)) return null;
  return (
    <Toast dismiss="Close">
      <p class="text">{sentences[done as DoneKey]}</p>
    </Toast>
  );
}
