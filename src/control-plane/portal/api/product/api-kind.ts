import { builder } from '../builder.ts';

export const ApiKind = builder.enumType('ApiKind', {
  description: 'How an API is called.',
  values: {
    REST: { description: 'HTTP operations, described by an OpenAPI document.' },
    GRAPHQL: { description: 'GraphQL documents, sent to one URL.' },
  } as const,
});
