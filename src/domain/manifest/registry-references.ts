import { servesOAuth, takesPasswords } from '../oauth/open-id-settings.ts';
import {
  hasSecret,
  keepsSecret,
  missingSecret,
  secretMemberOf,
  unownedSecret,
} from '../oauth/registry-secret.ts';
import type { OrgDefinition } from './definition.ts';
import type { FromManifest, UserRegistryFromManifest } from './manifest.ts';
import type { Faults } from './manifest-fault.ts';

type PresentOrg = { readonly current: OrgDefinition; readonly faults: Faults };

/** Checks that a user registry goes together with what is there of it. */
export function checkRegistry(input: PresentOrg, registry: FromManifest<UserRegistryFromManifest>): void {
  checkRegistrySecret(input, registry);
  checkPeopleStay(input, registry);
}

/** Refuses a registry that needs a secret and has none that is kept. */
function checkRegistrySecret(
  { current, faults }: PresentOrg,
  { name, path, thing }: FromManifest<UserRegistryFromManifest>,
): void {
  const before = current.UserRegistry.get(name);
  const [isAsked, isGiven] = [hasSecret(thing), thing.secret !== undefined];
  if (isGiven && !isAsked) faults.add([...path, ...secretMemberOf(thing)], unownedSecret(thing));
  if (isAsked && !isGiven && !(before && keepsSecret(before, thing)))
    faults.add([...path, ...secretMemberOf(thing).slice(0, 1)], missingSecret(name, thing));
}

/** Refuses another type that would not know the people, or ask them otherwise. */
function checkPeopleStay(
  { current, faults }: PresentOrg,
  { name, path, thing }: FromManifest<UserRegistryFromManifest>,
): void {
  const before = current.UserRegistry.get(name)?.type ?? thing.type;
  const isOther =
    takesPasswords(before) !== takesPasswords(thing.type) || servesOAuth(before) !== servesOAuth(thing.type);
  if (isOther)
    faults.add(
      [...path, 'type'],
      `The user registry ${name} is of type ${before}, which asks people in another way than ${thing.type}: give the new one another name.`,
    );
  else if (before === 'LOCAL' && thing.type !== 'LOCAL')
    faults.add(
      [...path, 'type'],
      `The user registry ${name} is of type LOCAL, whose people no other type knows: give the new one another name.`,
    );
}
