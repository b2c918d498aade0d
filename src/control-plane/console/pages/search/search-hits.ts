import type { ResultOf } from '@graphql-typed-document-node/core';
import type { IconName } from '../../../../ui/components/icon.tsx';
import { graphql } from '../../graphql.ts';
import { queryOf } from '../../org-scope.ts';
import type { ConsolePageContext, ConsoleSession } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import type { Messages } from '../messages.ts';
import {
  apiPath,
  applicationPath,
  catalogPath,
  consumerOrgPath,
  importPath,
  productPath,
} from '../parts/console-paths.ts';
import { menuOf } from '../parts/menu.ts';

const SEARCH = graphql(`
  query ConsoleSearch($org: String!, $text: String!, $first: Int!) {
    search(org: $org, text: $text, first: $first) { kind name title version catalog consumerOrg }
  }
`);

type Hit = ResultOf<typeof SEARCH>['search'][number];

/** Something that a search leads to. */
export type Found = {
  readonly title: string;
  /** Its kind, and the place that it is in. */
  readonly text: string;
  readonly icon: IconName;
  readonly href: string;
};

/** Longest text that is searched for. */
export const TEXT_MAX = 100;
const HITS_OF_KIND = 5;
const REQUEST_ID = /^[\w-]{20,80}$/;

/** Finds pages, actions and things of an org by a text. The session sees no others. */
export async function findAll(
  { session, text: texts }: Pick<ConsolePageContext, 'session' | 'text'>,
  org: string,
  text: string,
): Promise<readonly Found[]> {
  const known = [...pagesOf(session, org, texts), ...actionsOf(session, org, texts.search)];
  if (text === '') return known;
  const words = text.toLowerCase();
  const pages = known.filter(({ title }) => title.toLowerCase().includes(words));
  const { search } = await session.run(SEARCH, { org, text, first: HITS_OF_KIND });
  const call: Found[] = REQUEST_ID.test(text)
    ? [
        {
          title: text,
          text: texts.search.call,
          icon: 'activity',
          href: `/console/calls/${encodeURIComponent(text)}${queryOf({ org })}`,
        },
      ]
    : [];
  return [...pages, ...search.map((hit) => foundOf(org, hit, texts.search)), ...call];
}

const pagesOf = ({ role }: ConsoleSession, org: string, { menu, search }: Messages): readonly Found[] =>
  menuOf(role).flatMap(({ entries }) =>
    entries.map(({ icon, path }) => ({
      title: menu[path],
      text: search.page,
      icon,
      href: path + queryOf({ org }),
    })),
  );

function actionsOf(
  session: ConsoleSession,
  org: string,
  { action: text, actions }: Messages['search'],
): readonly Found[] {
  if (!allowsChange(session)) return [];
  const query = queryOf({ org });
  const invite: Found = {
    title: actions.invite,
    text,
    icon: 'user-round',
    href: `/console/people${query}`,
  };
  return [
    { title: actions.importApi, text, icon: 'upload', href: importPath(org) },
    {
      title: actions.createOAuthProvider,
      text,
      icon: 'shield-check',
      href: `/console/oauth/create-provider${query}`,
    },
    {
      title: actions.createUserRegistry,
      text,
      icon: 'users-round',
      href: `/console/oauth/create-registry${query}`,
    },
    ...(session.role === 'ADMINISTRATOR' ? [invite] : []),
  ];
}

/** Icon and page of each kind of thing. */
const kinds: Readonly<
  Record<Hit['kind'], { readonly icon: IconName; readonly href: (org: string, hit: Hit) => string }>
> = {
  API: {
    icon: 'plug',
    href: (org, { name, version }) => apiPath({ org, api: `${name}:${version}` }),
  },
  PRODUCT: {
    icon: 'package',
    href: (org, { name, version }) => productPath({ org, product: `${name}:${version}` }),
  },
  CATALOG: { icon: 'library', href: (org, { name }) => catalogPath({ org, catalog: name }) },
  CATALOG_PRODUCT: {
    icon: 'package',
    href: (org, { name, catalog }) => `${catalogPath({ org, catalog: catalog ?? '' })}?search=${name}`,
  },
  CONSUMER_ORG: {
    icon: 'users',
    href: (org, { name, catalog }) => consumerOrgPath({ org, catalog: catalog ?? '', consumerOrg: name }),
  },
  APPLICATION: {
    icon: 'box',
    href: (org, { name, catalog, consumerOrg }) =>
      applicationPath({ org, catalog: catalog ?? '', consumerOrg: consumerOrg ?? '', application: name }),
  },
  GRAPHQL_SERVER: {
    icon: 'waypoints',
    href: (org) => `/console/graphql-servers${queryOf({ org })}`,
  },
  PERSON: {
    icon: 'user-round',
    href: (org, { name }) => `/console/people/${encodeURIComponent(name)}${queryOf({ org })}`,
  },
};

function foundOf(org: string, hit: Hit, text: Messages['search']): Found {
  const { icon, href } = kinds[hit.kind];
  const kind = text.kinds[hit.kind];
  const title = hit.version === null ? hit.title : `${hit.title} ${hit.version}`;
  const where = [hit.catalog, hit.consumerOrg].filter((each) => each !== null).join('/');
  return { title, text: where === '' ? kind : text.within(kind, where), icon, href: href(org, hit) };
}
