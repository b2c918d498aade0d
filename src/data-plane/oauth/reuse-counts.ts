/** Kinds of credentials that are used once, by the grant that takes them. */
export type UsedOnce = 'authorization_code' | 'refresh_token';

/** Counts of second uses in this process, which revoked what came of the first. */
export type Reuses = Record<UsedOnce, number>;

export const noReuses = (): Reuses => ({ authorization_code: 0, refresh_token: 0 });
