import { type GraphQLSchema, printSchema } from 'graphql';
import { type AccessPolicies, accessPolicies } from '../../../domain/access-policy/policies.ts';
import { pathsOf } from '../../../domain/addresses/own-servers.ts';
import { meshServerName } from '../../../domain/api/graphql-server-source.ts';
import { Refusal, refuse } from '../../../foundation/errors.ts';
import type { GraphQLServer } from '../../../infrastructure/database/generated/prisma/client.ts';
import { reasonOf } from '../build/build.ts';
import type { BuildOutcome } from '../build/build-outcome.ts';
import { builtSchemaInTurns } from '../build/built-server.ts';
import { loadMeshSchema } from '../build/mesh-schema.ts';
import { type ClaimsDeps, createClaimsReader } from './caller-claims.ts';
import type { MadeEndpoint } from './endpoints.ts';
import { type EndpointDeps, GraphQLEndpoint, type PlainCall } from './graphql-endpoint.ts';

export type StoredEndpointsDeps = Omit<EndpointDeps, 'claims'> & ClaimsDeps;

/** A row that an endpoint is made of. */
type StoredServer = Pick<
  GraphQLServer,
  'orgId' | 'name' | 'alias' | 'revision' | 'built' | 'builtRevision' | 'policies' | 'standingPolicies'
> & { readonly org: { readonly name: string } };

type MeshSchema = { readonly schema: GraphQLSchema; readonly sdl: string };

/** Makes endpoints of what rows keep of earlier builds, and of .meshrc.yaml. */
export class StoredEndpoints {
  readonly #deps: StoredEndpointsDeps;
  readonly #claimsOf: ReturnType<typeof createClaimsReader>;
  /** Read once: it is shared by all servers that are made of it. */
  #mesh: Promise<MeshSchema> | undefined;

  constructor(deps: StoredEndpointsDeps) {
    this.#deps = deps;
    this.#claimsOf = createClaimsReader(deps);
  }

  /**
   * Makes the endpoint of a row; undefined before its first build.
   *
   * @throws GRAPHQL_SERVER_UNUSABLE with the reason, or BAD_USER_INPUT for policies that cannot be read
   */
  async of(row: StoredServer): Promise<MadeEndpoint | undefined> {
    const { orgId, name, revision, built, builtRevision } = row;
    const policies = policiesOf(row);
    const own = {
      ...this.#deps,
      orgId,
      paths: pathsOfRow(row),
      claims: (call: PlainCall) => this.#claimsOf(call, orgId),
    };
    if (revision === 0) {
      const { schema, sdl } = await this.#meshOf(name);
      return {
        endpoint: new GraphQLEndpoint({ ...own, schema }),
        revision,
        characters: sdl.length,
        policies,
      };
    }
    if (built === null || builtRevision === null) return undefined;
    const schema = await builtSchemaInTurns(built).catch((thrown: unknown) =>
      refuse('GRAPHQL_SERVER_UNUSABLE', { detail: reasonOf(thrown, this.#deps.onFault) }),
    );
    const endpoint = new GraphQLEndpoint({ ...own, schema });
    return { endpoint, revision: builtRevision, characters: built.length, policies };
  }

  /** Builds the server of .meshrc.yaml. */
  async meshOutcome(name: string): Promise<BuildOutcome> {
    try {
      const { sdl } = await this.#meshOf(name);
      return { state: 'READY', failure: null, sdl };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { state: 'FAILED', failure: error.message };
    }
  }

  /** Returns the schema of .meshrc.yaml, which one server is made of. @throws GRAPHQL_SERVER_UNUSABLE for any other */
  #meshOf(name: string): Promise<MeshSchema> {
    if (name !== meshServerName)
      return refuse('GRAPHQL_SERVER_UNUSABLE', {
        detail: 'It has no OpenAPI documents: update its sources.',
      });
    this.#mesh ??= loadMeshSchema().then(
      (schema) => ({ schema, sdl: printSchema(schema) }),
      (error) => {
        this.#deps.onFault(error);
        return refuse('GRAPHQL_SERVER_UNUSABLE', {
          detail: 'It cannot be built from .meshrc.yaml: the log says why.',
        });
      },
    );
    return this.#mesh;
  }
}

export const pathsOfRow = ({ org, name, alias }: Pick<StoredServer, 'org' | 'name' | 'alias'>): string[] =>
  pathsOf({ org: org.name, name, alias });

/** Returns the policies in force. @throws BAD_USER_INPUT when they cannot be read */
export const policiesOf = (row: Pick<StoredServer, 'policies' | 'standingPolicies'>): AccessPolicies =>
  accessPolicies(row.standingPolicies ?? row.policies, ['policies']);
