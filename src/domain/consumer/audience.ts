import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { Visibility } from '../product/visibility.ts';

/**
 * Chosen consumers: consumer orgs by id, groups by name, and domains of mail. It is kept as the list of its keys, so that
 * PostgreSQL finds by one comparison of lists what a member is in.
 */
export type Audience = {
  readonly consumerOrgs: readonly string[];
  readonly groups: readonly string[];
  readonly mailDomains: readonly string[];
};

export const NO_AUDIENCE: Audience = { consumerOrgs: [], groups: [], mailDomains: [] };

const prefixes = { consumerOrgs: 'org:', groups: 'group:', mailDomains: 'domain:' } as const;
const kinds = ['consumerOrgs', 'groups', 'mailDomains'] as const;
const KEYS_MAX = 500;

/**
 * Writes an audience as keys.
 *
 * @throws BAD_USER_INPUT when it names too many
 */
export function audienceKeys(audience: Audience, path: InputPath): string[] {
  const keys = kinds.flatMap((kind) => audience[kind].map((name) => `${prefixes[kind]}${name}`));
  if (keys.length > KEYS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `An audience of ${keys.length} names is more than ${KEYS_MAX}: put consumer orgs into groups.`,
      path,
    });
  return [...new Set(keys)].sort();
}

/** Reads an audience from its keys. */
export function audienceOf(keys: readonly string[]): Audience {
  const [consumerOrgs, groups, mailDomains] = kinds.map((kind) =>
    keys.flatMap((key) => (key.startsWith(prefixes[kind]) ? [key.slice(prefixes[kind].length)] : [])),
  );
  return { consumerOrgs: consumerOrgs ?? [], groups: groups ?? [], mailDomains: mailDomains ?? [] };
}

/** A key of nobody. A plan whose chosen consumers are all gone keeps it, so that it is not for all. */
export const NOBODY = 'nobody';

/** Returns the key of a group, as audiences that name it have it. */
export const groupKey = (name: string): string => `${prefixes.groups}${name}`;

/** Is true where a member is in an audience. Both are keys; a member has those of its org, groups and mail domain. */
export const isInAudience = (audience: readonly string[], member: readonly string[]): boolean =>
  audience.some((key) => member.includes(key));

/** Is true where a plan is for a member. Without an audience it is for all who may have its product. */
export const isForMember = (audience: readonly string[], member: readonly string[]): boolean =>
  audience.length === 0 || isInAudience(audience, member);

type Visible = { readonly visibility: Visibility; readonly visibleTo: readonly string[] };

/** Is true where a member may see a published product by its visibility. */
export const isVisibleTo = ({ visibility, visibleTo }: Visible, member: readonly string[]): boolean =>
  visibility !== 'CUSTOM' || isInAudience(visibleTo, member);
