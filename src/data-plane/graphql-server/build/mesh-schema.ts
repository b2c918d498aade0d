import type { GraphQLSchema } from 'graphql';
import { publicSchema } from './public-schema.ts';

/** What is made of .meshrc.yaml; a variable, so that the types can be checked before it is made. */
const artefact = new URL('../../../../.mesh/index.js', import.meta.url).href;
type Artefact = { getBuiltMesh(): Promise<{ schema: GraphQLSchema }> };

/** By what they are made of: the artefact gives the same schema each time, and making one uses that up. */
const schemaByArtefact = new WeakMap<GraphQLSchema, GraphQLSchema>();

/**
 * The schema of .meshrc.yaml, as built by `mesh build` before the start: neither Mesh's command line nor the OpenAPI
 * documents are read at run time. Takes about half a second.
 */
export async function loadMeshSchema(): Promise<GraphQLSchema> {
  const { getBuiltMesh }: Artefact = await import(artefact);
  const { schema } = await getBuiltMesh();
  const known = schemaByArtefact.get(schema) ?? publicSchema(schema);
  schemaByArtefact.set(schema, known);
  return known;
}
