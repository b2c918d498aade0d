import type { CatalogProvider } from './endpoint.ts';

/** The user registry of a provider, by its id; null without one. */
export const registryIdOf = ({ provider }: Pick<CatalogProvider, 'provider'>): string | null =>
  provider.registry?.id ?? null;

/**
 * Selects what people of the provider's present registry have.
 *
 * A registry may be replaced by another one, in which somebody else has the same name. What names no registry is from before
 * it was named, and the provider has had no other one since.
 */
export const ofRegistry = (catalogProvider: Pick<CatalogProvider, 'provider'>) => ({
  OR: [{ userRegistryId: registryIdOf(catalogProvider) }, { userRegistryId: null }],
});

/** Tells whether it is of a person of the provider's present registry. */
export function isOfRegistry(
  { userRegistryId }: { readonly userRegistryId: string | null },
  catalogProvider: Pick<CatalogProvider, 'provider'>,
): boolean {
  return userRegistryId === null || userRegistryId === registryIdOf(catalogProvider);
}
