import type { Child } from 'hono/jsx';
import { type Org, queryOf, titleOf } from '../../org-scope.ts';
import type { Messages } from '../messages.ts';

/** Names of grants or clients, in a line. */
export const labelsOf = <Key extends string>(
  keys: readonly Key[],
  words: Readonly<Record<Key, { readonly label: string }>>,
) => keys.map((key) => words[key].label).join(', ');

export const OAUTH_PATH = '/console/oauth';
export const providerPath = (org: string, name: string) =>
  `${OAUTH_PATH}/providers/${name}${queryOf({ org })}`;
export const registryPath = (org: string, name: string) =>
  `${OAUTH_PATH}/registries/${name}${queryOf({ org })}`;

export type LocalUserAddress = {
  readonly org: string;
  readonly registry: string;
  readonly username: string;
};

export const localUserPath = ({ org, registry, username }: LocalUserAddress) =>
  `${OAUTH_PATH}/registries/${registry}/users/${encodeURIComponent(username)}${queryOf({ org })}`;

type Labelled = { readonly name: string; readonly title: string };

/** Links in a line, or a text where there is none. */
export function NamedLinks({
  of,
  href,
  none,
}: {
  of: readonly Labelled[];
  href: (name: string) => string;
  none: string;
}) {
  if (of.length === 0) return <>{none}</>;
  return (
    <>
      {of.map(({ name, title }, index) => (
        <>
          {index > 0 && ', '}
          <a class="link" href={href(name)}>
            {title}
          </a>
        </>
      ))}
    </>
  );
}

export const titlesOf = (named: readonly Labelled[]) => named.map(({ title }) => title).join(', ');

/** The page above those of a provider and of a registry. */
export const oauthTrail = (text: Messages['oauth'], org: string, orgs: readonly Org[]) => [
  { title: text.titleOf(titleOf({ org }, orgs)), href: OAUTH_PATH + queryOf({ org }) },
];

/** The title of a thing, above the name that addresses have. */
export function TitleAndName({ title, name, href }: Labelled & { readonly href: string }): Child {
  return (
    <>
      <a class="link" href={href}>
        {title}
      </a>
      <br />
      <code class="code when">{name}</code>
    </>
  );
}
