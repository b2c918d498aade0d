import type { Role } from '../../../../domain/people/roles.ts';
import type { IconName } from '../../../../ui/components/icon.tsx';
import type { Messages } from '../messages.ts';

type MenuItem = {
  readonly icon: IconName;
  /** True for an entry that only administrators see. */
  readonly forAdministrators?: true;
};

/** The menu by its groups. Each entry is the path of a page, and leads to it with the org at hand. */
const groups = {
  home: { '/console/overview': { icon: 'layout-dashboard' } },
  build: {
    '/console/apis': { icon: 'plug' },
    '/console/graphql-servers': { icon: 'waypoints' },
    '/console/oauth': { icon: 'shield-check' },
    '/console/rule-sets': { icon: 'list-filter' },
  },
  publish: {
    '/console/catalogs': { icon: 'library' },
    '/console/changes': { icon: 'git-compare' },
  },
  observe: {
    '/console/usage': { icon: 'chart-column' },
    '/console/calls': { icon: 'activity' },
    '/console/audit': { icon: 'scroll-text' },
  },
  organization: {
    '/console/people': { icon: 'users-round', forAdministrators: true },
    '/console/access-tokens': { icon: 'key-round', forAdministrators: true },
  },
  tools: { '/console/graphiql': { icon: 'square-terminal' } },
} as const satisfies Readonly<Record<keyof Messages['menuGroups'], Readonly<Record<string, MenuItem>>>>;

type Groups = typeof groups;
const groupNames = Object.keys(groups) as (keyof Groups)[];
type EntriesOf<Group> = Group extends unknown ? keyof Group : never;
export type MenuEntry = EntriesOf<Groups[keyof Groups]> | '/console/account';

type MenuGroup = {
  readonly name: keyof Groups;
  readonly entries: readonly (MenuItem & { readonly path: keyof Messages['menu'] })[];
};

/** The groups of the menu that a role sees. */
export const menuOf = (role: Role): readonly MenuGroup[] =>
  groupNames
    .map((name) => ({
      name,
      entries: Object.entries<MenuItem>(groups[name])
        .filter(([, { forAdministrators }]) => !forAdministrators || role === 'ADMINISTRATOR')
        .map(([path, item]) => ({ path: path as keyof Messages['menu'], ...item })),
    }))
    .filter(({ entries }) => entries.length > 0);
