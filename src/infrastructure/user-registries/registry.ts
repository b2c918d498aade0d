import type { UserRegistryType } from './types.ts';

export type RegistrySettings = { readonly type: UserRegistryType; readonly url: string };
/** Which registry it is: two of the same address, of two orgs, have nothing to do with each other. */
export type IdentifiedRegistry = RegistrySettings & { readonly id: string; readonly orgId: string };
