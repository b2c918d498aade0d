/** Rights of whoever manages, a person or a token, each including those after it. */
export const roles = ['ADMINISTRATOR', 'DEVELOPER', 'VIEWER'] as const;
export type Role = (typeof roles)[number];

/** Does a caller with one role have the rights of another? */
export function includesRole(held: Role, wanted: Role): boolean {
  return roles.indexOf(held) <= roles.indexOf(wanted);
}

/** The role with fewer rights. */
export function weakerRole(one: Role, other: Role): Role {
  return includesRole(one, other) ? other : one;
}
