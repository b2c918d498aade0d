import type { Provider } from '../../snapshot/snapshot.ts';
import type { Grant } from './grant.ts';
import { password } from './password.ts';

/** Every grant that this platform knows. */
const grants: readonly Grant[] = [password];

/** The grants that a provider has enabled. */
export function grantsOf({ grantTypes }: Pick<Provider, 'grantTypes'>): readonly Grant[] {
  return grants.filter(({ setting }) => grantTypes.has(setting));
}
