import type { DocumentWords, NamedAddress } from '../../../../openapi/document/document-words.ts';
import { builder } from '../builder.ts';
import { apiDocument, documentColumns } from './api-document.ts';

const PortalContact = builder.objectRef<NonNullable<DocumentWords['contact']>>('PortalContact').implement({
  description: 'Who answers questions about an API.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'The person or team.' }),
    url: t.exposeString('url', { nullable: true, description: 'Their page.' }),
    email: t.exposeString('email', { nullable: true, description: 'Their email address.' }),
  }),
});

const PortalLicense = builder.objectRef<NamedAddress>('PortalLicense').implement({
  description: 'The licence of an API.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Its name, or its identifier of SPDX.' }),
    url: t.exposeString('url', { nullable: true, description: 'Its text.' }),
  }),
});

builder.prismaObjectFields('CatalogApi', (t) => ({
  contact: t.field({
    type: PortalContact,
    nullable: true,
    description:
      'Who answers questions about it, as its OpenAPI document says. Where it has `links`, pages show those instead.',
    select: documentColumns,
    resolve: async (api, _args, context) => (await apiDocument(api, context))?.words.contact ?? null,
  }),
  license: t.field({
    type: PortalLicense,
    nullable: true,
    description: 'Its licence, as its OpenAPI document says.',
    select: documentColumns,
    resolve: async (api, _args, context) => (await apiDocument(api, context))?.words.license ?? null,
  }),
  termsOfService: t.string({
    nullable: true,
    description:
      'Where its terms of service are, as its OpenAPI document says. Where it has `links`, pages show those instead.',
    select: documentColumns,
    resolve: async (api, _args, context) => (await apiDocument(api, context))?.words.termsOfService ?? null,
  }),
}));
