import type { GraphQLSchema } from 'graphql';

/** What `npm run generate` makes of .meshrc.yaml; it gives the same schema each time. */
export function getBuiltMesh(): Promise<{ schema: GraphQLSchema }>;
