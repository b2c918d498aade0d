import type { Child } from 'hono/jsx';
import type { CertificateBinding } from '../../../../domain/oauth/certificate-binding.ts';
import type { ClientType } from '../../../../domain/oauth/oauth-provider.ts';
import type { SigningAlgorithm } from '../../../../domain/oauth/signing-key.ts';
import { type Org, queryOf, titleOf } from '../../org-scope.ts';

type Words = { readonly label: string; readonly hint: string };

export const clientTypes: Readonly<Record<ClientType, Words>> = {
  CONFIDENTIAL: { label: 'Confidential', hint: 'Keeps its secret: it runs on a server.' },
  PUBLIC: { label: 'Public', hint: 'Has no secret: it runs on a person’s device. Needs Access code.' },
};

export const signingAlgorithms: Readonly<Record<SigningAlgorithm, string>> = {
  ES256: 'ES256: cheap to sign, and known to every library',
  EdDSA: 'EdDSA: Ed25519',
  RS256: 'RS256: for verifiers that know no other',
};

export const certificateBindingLabels: Readonly<Record<CertificateBinding, string>> = {
  NONE: 'No',
  OPTIONAL: 'Where the client shows one',
  REQUIRED: 'Yes: without one no token is issued',
};

/** Names of grants or clients, in a line. */
export const labelsOf = <Key extends string>(keys: readonly Key[], words: Readonly<Record<Key, Words>>) =>
  keys.map((key) => words[key].label).join(', ');

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
export const oauthTrail = (org: string, orgs: readonly Org[]) => [
  { title: `OAuth of ${titleOf({ org }, orgs)}`, href: OAUTH_PATH + queryOf({ org }) },
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
