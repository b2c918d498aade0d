import type { GraphQLSchema } from 'graphql';
import { publicSchema } from './public-schema.ts';

/** Schemas by the one of the bundle. It gives the same schema each time, and making one uses that up. */
const publicSchemas = new WeakMap<GraphQLSchema, GraphQLSchema>();

/**
 * Loads the schema of .meshrc.yaml from the bundle that `npm run generate` makes.
 *
 * Neither packages of Mesh nor the OpenAPI documents are read at run time. It takes about half a second.
 */
export async function loadMeshSchema(): Promise<GraphQLSchema> {
  const { getBuiltMesh } = await import('../../../../bundles/mesh.js');
  const { schema } = await getBuiltMesh();
  const known = publicSchemas.get(schema) ?? publicSchema(schema);
  publicSchemas.set(schema, known);
  return known;
}
