import type { UserRegistryType } from './types.ts';

export type RegistrySettings = { readonly type: UserRegistryType; readonly url: string };
/** A registry with its identity. Two registries of the same address, of two orgs, are independent. */
export type IdentifiedRegistry = RegistrySettings & { readonly id: string; readonly orgId: string };
