import type { Provider } from '../../snapshot/snapshot.ts';
import { authorizationCode } from './authorization-code.ts';
import { clientCredentials } from './client-credentials.ts';
import type { Grant } from './grant.ts';
import { password } from './password.ts';
import { refreshToken } from './refresh-token.ts';

/** Every grant that this platform knows. */
const grants: readonly Grant[] = [authorizationCode, password, clientCredentials, refreshToken];

/** The grants that a provider has enabled. */
export function grantsOf(provider: Provider): readonly Grant[] {
  return grants.filter(({ isEnabled }) => isEnabled(provider));
}
