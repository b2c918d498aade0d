import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { type DocumentBounds, documentBoundsOf } from '../../../domain/api/document-bounds.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ApiRef } from './api.ts';

const maxTokens = 'Tokens of one document';
const maxOperations = 'Operations of one document, whichever of them is asked for';
const maxFragments = 'Fragments of one document: definitions and spreads, inline ones too';
const maxAliases = 'Aliases, fragments counted wherever they are spread';
const maxDirectives = 'Directives, fragments counted wherever they are spread';
const maxRootFields = 'Fields of the root type, fragments counted wherever they are spread';
const maxBatch = 'Documents in one request, as a JSON array; 0 takes no batches';

const DocumentBoundsRef = builder.objectRef<DocumentBounds>('GraphQLDocumentBounds').implement({
  description: 'How much one request to a GraphQL API may ask for, whatever it costs.',
  fields: (t) => ({
    maxTokens: t.exposeInt('maxTokens', { description: `${maxTokens}.` }),
    maxOperations: t.exposeInt('maxOperations', { description: `${maxOperations}.` }),
    maxFragments: t.exposeInt('maxFragments', { description: `${maxFragments}.` }),
    maxAliases: t.exposeInt('maxAliases', { description: `${maxAliases}.` }),
    maxDirectives: t.exposeInt('maxDirectives', { description: `${maxDirectives}.` }),
    maxRootFields: t.exposeInt('maxRootFields', { description: `${maxRootFields}.` }),
    maxBatch: t.exposeInt('maxBatch', { description: `${maxBatch}.` }),
  }),
});

builder.objectFields(ApiRef, (t) => ({
  documentBounds: t.field({
    type: DocumentBoundsRef,
    nullable: true,
    description: 'How much one request to it may ask for; null for a REST API.',
    resolve: ({ kind, settings }) =>
      kind === 'GRAPHQL' ? documentBoundsOf(stored<ApiSettings>(settings).documentBounds) : null,
  }),
}));

export const DocumentBoundsInput = builder.inputType('GraphQLDocumentBoundsInput', {
  description:
    'How much one request to a GraphQL API may ask for, whatever it costs; what is left out is as for every API.',
  fields: (t) => ({
    maxTokens: t.int({ description: `${maxTokens}: 1 to 10000, else 2000.` }),
    maxOperations: t.int({ description: `${maxOperations}: 1 to 200, else 50.` }),
    maxFragments: t.int({ description: `${maxFragments}: 0 to 1000, else 200.` }),
    maxAliases: t.int({ description: `${maxAliases}: 0 to 10000, else 30.` }),
    maxDirectives: t.int({ description: `${maxDirectives}: 0 to 10000, else 50.` }),
    maxRootFields: t.int({ description: `${maxRootFields}: 1 to 10000, else 30.` }),
    maxBatch: t.int({ description: `${maxBatch}: 0 to 10, else 0.` }),
  }),
});
