import type { Role } from '../../../../domain/people/roles.ts';
import type { IconName } from '../../../../ui/components/icon.tsx';

type MenuItem = {
  readonly name: string;
  readonly icon: IconName;
  /** True for an entry that only administrators see. */
  readonly forAdministrators?: true;
};

/** The menu by its groups. Each entry is the path of a page, and leads to it with the org at hand. */
const groups = {
  '': { '/console/overview': { name: 'Overview', icon: 'layout-dashboard' } },
  Build: {
    '/console/apis': { name: 'APIs', icon: 'plug' },
    '/console/graphql-servers': { name: 'GraphQL servers', icon: 'waypoints' },
    '/console/oauth': { name: 'OAuth', icon: 'shield-check' },
  },
  Publish: { '/console/catalogs': { name: 'Catalogs', icon: 'library' } },
  Observe: {
    '/console/usage': { name: 'Usage', icon: 'chart-column' },
    '/console/calls': { name: 'Live calls', icon: 'activity' },
    '/console/audit': { name: 'Audit', icon: 'scroll-text' },
  },
  Organization: {
    '/console/people': { name: 'People', icon: 'users-round', forAdministrators: true },
    '/console/access-tokens': { name: 'Tokens', icon: 'key-round', forAdministrators: true },
  },
  Tools: { '/console/graphiql': { name: 'GraphiQL', icon: 'square-terminal' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, MenuItem>>>>;

type Groups = typeof groups;
type EntriesOf<Group> = Group extends unknown ? keyof Group : never;
export type MenuEntry = EntriesOf<Groups[keyof Groups]> | '/console/account';

export type MenuGroup = {
  readonly title: string;
  readonly entries: readonly (MenuItem & { readonly path: string })[];
};

/** The groups of the menu that a role sees. */
export const menuOf = (role: Role): readonly MenuGroup[] =>
  Object.entries<Readonly<Record<string, MenuItem>>>(groups)
    .map(([title, entries]) => ({
      title,
      entries: Object.entries(entries)
        .filter(([, { forAdministrators }]) => !forAdministrators || role === 'ADMINISTRATOR')
        .map(([path, item]) => ({ path, ...item })),
    }))
    .filter(({ entries }) => entries.length > 0);
