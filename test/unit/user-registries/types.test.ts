import { expect, it } from 'vitest';
import { defaultUserRegistryType } from '../../../src/domain/oauth/oauth-provider.ts';
import { UserRegistryType } from '../../../src/infrastructure/database/generated/prisma/enums.ts';
import {
  userRegistryTypeNamed,
  userRegistryTypeNames,
  userRegistryTypes,
} from '../../../src/infrastructure/user-registries/types.ts';

it('every type of user registry that can be stored has a row, and every row can be stored', () => {
  expect([...userRegistryTypeNames].sort()).toEqual(Object.keys(UserRegistryType).sort());
  expect(userRegistryTypeNames).toContain(defaultUserRegistryType);
});

it.each(userRegistryTypeNames)(
  '%s is described: to administrators, in the API, in a sentence, in a form',
  (name) => {
    const { title, description, inShort, address } = userRegistryTypes[name];
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(inShort).toMatch(/^[a-z].*[^.]$/);
    expect([title, address?.label, address?.hint]).not.toContain('');
  },
);

it('a name that is no type of user registry is a fault of the program', () => {
  expect(() => userRegistryTypeNamed('constructor')).toThrow(
    'There is no type constructor of user registries',
  );
});
