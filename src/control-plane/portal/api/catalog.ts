import type { Branding } from '../../../domain/branding/branding.ts';
import { logoUrl } from '../../../domain/branding/logo.ts';
import type { CredentialPolicy } from '../../../domain/consumer/credential-policy.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { sendsMail } from '../../consumer/sends-mail.ts';
import { builder } from './builder.ts';
import { PortalLink } from './links.ts';

const PortalBranding = builder.objectRef<Branding & { readonly name: string }>('PortalBranding').implement({
  description: 'What the pages of this portal show of the catalog.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What stands at the top of each page.' }),
    accentLight: t.string({
      nullable: true,
      description:
        'The colour of links and buttons on light pages, `#rrggbb`; null where the catalog has none.',
      resolve: ({ accent }) => accent?.light ?? null,
    }),
    accentDark: t.string({
      nullable: true,
      description:
        'The colour of links and buttons on dark pages, `#rrggbb`; null where the catalog has none.',
      resolve: ({ accent }) => accent?.dark ?? null,
    }),
    logoType: t.string({
      nullable: true,
      description: 'The media type of the logo, for example `image/png`; null where the catalog has none.',
      resolve: ({ logo }) => logo?.type ?? null,
    }),
    logo: t.string({
      nullable: true,
      description: 'The logo, a data URL in base64; null where the catalog has none.',
      resolve: ({ logo }) => (logo ? logoUrl(logo) : null),
    }),
    links: t.field({
      type: [PortalLink],
      description: 'Links at the foot of each page: terms, privacy, support.',
      resolve: ({ links }) => links ?? [],
    }),
  }),
});

const PortalCredentialPolicy = builder.objectRef<CredentialPolicy>('PortalCredentialPolicy').implement({
  description: 'How long client secrets and API keys last, and when their end is told first.',
  fields: (t) => ({
    maxDays: t.exposeInt('maxDays', { description: 'After how many days they end.' }),
    noticeDays: t.exposeInt('noticeDays', {
      description: 'How many days before an end it is told first; again 7 and 1 days before, and at the end.',
    }),
  }),
});

builder.prismaObject('Catalog', {
  name: 'PortalCatalog',
  description: 'The catalog that this portal belongs to.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its path segment, for example `sandbox`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    branding: t.field({
      type: PortalBranding,
      description: 'What the pages of this portal show of it.',
      resolve: ({ branding, title }) => ({ name: title, ...stored<Branding>(branding) }),
    }),
    gatewayUrl: t.field({
      type: 'URL',
      description: 'Where its APIs are called: {base_url}/<org>/<catalog>, or at a host name of its own.',
      resolve: (_catalog, _args, { gatewayUrl }) => gatewayUrl,
    }),
    selfServiceSignUp: t.exposeBoolean('selfServiceSignUp', {
      description: 'May people create their own consumer organization here, with `signUp`?',
    }),
    sendsMail: t.boolean({
      description: 'Does the portal send mail: notices, invitations and links to choose a password?',
      resolve: (_catalog, _args, context) => sendsMail(context),
    }),
    credentialPolicy: t.field({
      type: PortalCredentialPolicy,
      nullable: true,
      description: 'How long client secrets and API keys last that are made now; null is without an end.',
      resolve: ({ credentialPolicy }) => stored<CredentialPolicy | null>(credentialPolicy),
    }),
  }),
});

builder.queryField('catalog', (t) =>
  t.prismaField({
    type: 'Catalog',
    skipTypeScopes: true,
    description: 'The catalog that this portal belongs to. Needs no sign-in.',
    // Its pages are another field of the query.
    resolve: (_query, _root, _args, { catalog }) => ({ ...catalog, pages: [] }),
  }),
);
