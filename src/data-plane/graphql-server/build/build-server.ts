import { printSchema, validateSchema } from 'graphql';
import { accessPolicies } from '../../../domain/access-policy/policies.ts';
import { checkRootFields } from '../../../domain/access-policy/root-fields.ts';
import { Refusal, refuse } from '../../../foundation/errors.ts';
import { schemaBreaks } from '../../../graphql/breaks/schema-breaks.ts';
import { rootFieldsOf } from '../../../graphql/schema/root-fields.ts';
import { checkRestDocument } from '../../../openapi/to-graphql/check-rest-document.ts';
import { convert } from '../../../openapi/to-graphql/convert.ts';
import type { ServerModel, ServerReport } from '../../../openapi/to-graphql/model.ts';
import { unite } from '../../../openapi/to-graphql/unite.ts';
import type { BuildRequest, BuildResult } from './build-request.ts';
import { type BuiltServer, builtSchema } from './built-server.ts';

const BREAKS_MAX = 200;

type BuildServerResult = { readonly built: BuiltServer; readonly report: ServerReport; readonly sdl: string };

/**
 * Builds a server from its documents, for as long as that takes.
 *
 * It runs in a child process that can be ended.
 *
 * @throws OPENAPI_INVALID; GRAPHQL_SERVER_UNUSABLE when no operation can become a field, or where the policies are not
 *   for the fields that it would have
 */
export function buildServer({ sources, documents, policies, servedSdl }: BuildRequest): BuildServerResult {
  const { report, ...model } = modelOf({ sources, documents });
  const built = { sources, model };
  const schema = builtSchema(built);
  const [fault] = validateSchema(schema);
  if (fault) throw fault;
  const sdl = printSchema(schema);
  if (policies !== undefined) checkPolicies(policies, sdl);
  const breaks = servedSdl ? schemaBreaks({ before: servedSdl, after: sdl }) : [];
  const told = breaks.slice(0, BREAKS_MAX).map(({ message }) => message);
  return { built, report: { ...report, breaks: told }, sdl };
}

/** The same as texts, which costs little to pass between processes. */
export function buildTexts(request: BuildRequest): BuildResult {
  const { built, ...rest } = buildServer(request);
  return { ...rest, built: JSON.stringify(built) };
}

function modelOf({ sources, documents }: Pick<BuildRequest, 'sources' | 'documents'>): ServerModel {
  const parts = sources.map(({ name, rename = {} }) => {
    const { document } = checkRestDocument(JSON.parse(documents[name] ?? 'null'), [
      'sources',
      name,
      'openapi',
    ]);
    return { name, part: convert({ name, document, rename }) };
  });
  const model = unite(parts);
  if (model.operations.length === 0)
    refuse('GRAPHQL_SERVER_UNUSABLE', {
      detail:
        `There is no operation that a field can be made of. ${model.report.operations[0]?.reason ?? ''}`.trim(),
    });
  return model;
}

function checkPolicies(policies: unknown, sdl: string): void {
  const path = ['policies'];
  try {
    checkRootFields(accessPolicies(policies, path), rootFieldsOf(sdl), path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = `At ${error.inputPath?.join('.')}: ${error.message}`;
    refuse('GRAPHQL_SERVER_UNUSABLE', { detail, cause: error });
  }
}
