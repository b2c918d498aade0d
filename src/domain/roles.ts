/** Rights of a management token, each including those after it. */
export const roles = ['ADMINISTRATOR', 'DEVELOPER', 'VIEWER'] as const;
export type Role = (typeof roles)[number];

/** Does a caller with one role have the rights of another? */
export function includesRole(held: Role, wanted: Role): boolean {
  return roles.indexOf(held) <= roles.indexOf(wanted);
}
