import { LOCAL_USERS_URL } from '../../../domain/oauth/local-user.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import type { OrgOutbound } from '../../../infrastructure/outbound/org-outbound.ts';
import { type UserRegistryType, userRegistryTypes } from '../../../infrastructure/user-registries/types.ts';

type RegistryAddress = { readonly type: UserRegistryType; readonly url: string | null | undefined };

const hasAddress = (type: UserRegistryType) => userRegistryTypes[type].address !== undefined;

/**
 * The address of a registry: the one given, and for local users always the same.
 *
 * @param path of the registry in the input
 * @throws BAD_USER_INPUT when its type is asked at an address and none is given, or the other way round
 */
export function addressFrom({ type, url }: RegistryAddress, path: InputPath): string {
  const at = [...path, 'url'];
  if (hasAddress(type))
    return (
      url ??
      refuse('BAD_USER_INPUT', {
        detail: `A registry of type ${type} is asked at an address: give its url.`,
        path: at,
      })
    );
  if (url != null && url !== LOCAL_USERS_URL)
    refuse('BAD_USER_INPUT', {
      detail: `A registry of type ${type} has no address: leave url out.`,
      path: at,
    });
  return LOCAL_USERS_URL;
}

/** Tells whether the platform itself connects to the address. Browsers alone go to that of SAML. */
export const isCalled = (type: UserRegistryType): boolean =>
  hasAddress(type) && userRegistryTypes[type].redirect?.answersByPost !== true;

/** @throws BAD_USER_INPUT or TARGET_NOT_ALLOWED when the type of the registry cannot be asked there */
export async function checkAddress(
  outbound: Pick<OrgOutbound, 'check'>,
  { type, url }: { readonly type: UserRegistryType; readonly url: string },
): Promise<void> {
  if (isCalled(type)) await outbound.check(url, ['input', 'url'], userRegistryTypes[type].ports);
}
