import type { GraphQLSchema } from 'graphql';
import { publicSchema } from './public-schema.ts';

/** Address of the build of .meshrc.yaml. As a variable, it lets types be checked before the build exists. */
const artefact = new URL('../../../../.mesh/index.js', import.meta.url).href;
type Artefact = { getBuiltMesh(): Promise<{ schema: GraphQLSchema }> };

/** Schemas by their artefact. It gives the same schema each time, and making one uses that up. */
const schemaByArtefact = new WeakMap<GraphQLSchema, GraphQLSchema>();

/**
 * Loads the schema of .meshrc.yaml that `mesh build` made before the start.
 *
 * Neither Mesh's command line nor the OpenAPI documents are read at run time. It takes about half a second.
 */
export async function loadMeshSchema(): Promise<GraphQLSchema> {
  const { getBuiltMesh }: Artefact = await import(artefact);
  const { schema } = await getBuiltMesh();
  const known = schemaByArtefact.get(schema) ?? publicSchema(schema);
  schemaByArtefact.set(schema, known);
  return known;
}
