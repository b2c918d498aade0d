import type { RegistryHealth } from './registry-type.ts';

/** A directory that cannot say whether a password is right. The message is for administrators. */
export class LdapFault extends Error {
  override readonly name = 'LdapFault';
  readonly health: RegistryHealth;

  constructor(message: string, health: RegistryHealth = 'FAILING') {
    super(message);
    this.health = health;
  }
}
