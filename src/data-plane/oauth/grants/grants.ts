import type { Provider } from '../../snapshot/snapshot.ts';
import { authorizationCode } from './authorization-code.ts';
import { clientCredentials } from './client-credentials.ts';
import type { Grant } from './grant.ts';
import { password } from './password.ts';
import { refreshToken } from './refresh-token.ts';

/** Every grant that this platform knows. */
const grants: readonly Grant[] = [authorizationCode, password, clientCredentials, refreshToken];

/** The enabled grants of a provider that its clients can use. Without secrets, some cannot be. */
export function grantsOf(provider: Provider): readonly Grant[] {
  const takesSecrets = provider.clientTypes.has('CONFIDENTIAL');
  return grants.filter(
    ({ isEnabled, takesPublicClients }) => isEnabled(provider) && (takesSecrets || takesPublicClients),
  );
}
