/** Roles of a person in a consumer org. Each includes those after it. */
export const memberRoles = ['OWNER', 'DEVELOPER', 'VIEWER'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Right that a mutation of the portal needs: none, a session, or a role. */
export type PortalRight = 'NONE' | 'SIGNED_IN' | Exclude<MemberRole, 'VIEWER'>;

/** The right that each mutation of the portal needs. One without a row does not start. */
export const portalRights: Readonly<Record<string, PortalRight>> = {
  signIn: 'NONE',
  signUp: 'NONE',
  signInWith: 'NONE',
  beginSignIn: 'NONE',
  finishSignIn: 'NONE',
  signUpWith: 'NONE',
  choosePassword: 'NONE',
  requestPasswordReset: 'NONE',
  acceptInvitation: 'NONE',
  endNoticesByMail: 'NONE',
  beginPasskeySignIn: 'NONE',
  signInWithPasskey: 'NONE',

  signOut: 'SIGNED_IN',
  signOutEverywhere: 'SIGNED_IN',
  signOutElsewhere: 'SIGNED_IN',
  endSession: 'SIGNED_IN',
  changePassword: 'SIGNED_IN',
  updateAccount: 'SIGNED_IN',
  sendEmailVerification: 'SIGNED_IN',
  verifyEmail: 'SIGNED_IN',
  cancelEmailChange: 'SIGNED_IN',
  beginPasskey: 'SIGNED_IN',
  registerPasskey: 'SIGNED_IN',
  deletePasskey: 'SIGNED_IN',
  markNoticesRead: 'SIGNED_IN',
  leaveConsumerOrg: 'SIGNED_IN',
  switchConsumerOrg: 'SIGNED_IN',
  createConsumerOrg: 'SIGNED_IN',
  joinConsumerOrg: 'SIGNED_IN',
  deleteAccount: 'SIGNED_IN',

  acknowledgeNotice: 'DEVELOPER',
  createApplication: 'DEVELOPER',
  updateApplication: 'DEVELOPER',
  deleteApplication: 'DEVELOPER',
  createCredential: 'DEVELOPER',
  deleteCredential: 'DEVELOPER',
  resetClientSecret: 'DEVELOPER',
  revokePreviousSecret: 'DEVELOPER',
  verifyClientSecret: 'DEVELOPER',
  createApiKey: 'DEVELOPER',
  replaceApiKey: 'DEVELOPER',
  revokeApiKey: 'DEVELOPER',
  addClientCertificate: 'DEVELOPER',
  removeClientCertificate: 'DEVELOPER',
  registerExternalClient: 'DEVELOPER',
  addExternalClientId: 'DEVELOPER',
  removeExternalClientId: 'DEVELOPER',
  subscribe: 'DEVELOPER',
  unsubscribe: 'DEVELOPER',
  migrateSubscription: 'DEVELOPER',
  undoMigration: 'DEVELOPER',
  acceptPrice: 'DEVELOPER',
  changePlan: 'DEVELOPER',
  cancelPlanRequest: 'DEVELOPER',

  createWebhook: 'OWNER',
  updateWebhook: 'OWNER',
  deleteWebhook: 'OWNER',
  replaceWebhookSecret: 'OWNER',
  testWebhook: 'OWNER',
  resendWebhookDelivery: 'OWNER',
  inviteMember: 'OWNER',
  revokeInvitation: 'OWNER',
  setMemberRole: 'OWNER',
  removeMember: 'OWNER',
  handOverConsumerOrg: 'OWNER',
  deleteConsumerOrg: 'OWNER',
};

/** Tells whether somebody of a role, or nobody, has a right. */
export function hasRight(role: MemberRole | undefined, right: PortalRight): boolean {
  if (right === 'NONE') return true;
  if (role === undefined) return false;
  return right === 'SIGNED_IN' || memberRoles.indexOf(role) <= memberRoles.indexOf(right);
}

/** Tells whether a change is the organization's, and so is listed among its activities. */
export const isOfTeam = (action: string): boolean =>
  ['OWNER', 'DEVELOPER'].includes(portalRights[action] ?? '');

/** Lifetime of an invitation: a week, which spans a weekend and a day off. */
export const INVITATION_MS = 7 * 86_400_000;
/** Invitations of a consumer org that are open at once. */
export const INVITATIONS_MAX = 50;
/** Consumer orgs that a person may belong to. */
export const MEMBERSHIPS_MAX = 50;
/** Consumer orgs that a person may own and still create another one. */
export const OWNED_ORGS_MAX = 10;
/** Activities of a consumer org that are kept. */
export const ACTIVITIES_MAX = 1_000;
