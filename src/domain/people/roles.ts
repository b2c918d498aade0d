/** Rights of a managing person or token. Each role includes those after it. */
export const roles = ['ADMINISTRATOR', 'DEVELOPER', 'VIEWER'] as const;
export type Role = (typeof roles)[number];

/** Tells whether one role includes another. */
export function includesRole(held: Role, required: Role): boolean {
  return roles.indexOf(held) <= roles.indexOf(required);
}

/** Returns the role with fewer rights. */
export function weakerRole(one: Role, other: Role): Role {
  return includesRole(one, other) ? other : one;
}
