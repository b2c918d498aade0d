import { printSchema, validateSchema } from 'graphql';
import { convert } from '../domain/rest-to-graphql/convert.ts';
import { checkRestDocument } from '../domain/rest-to-graphql/document.ts';
import { unite } from '../domain/rest-to-graphql/unite.ts';
import { refuse } from '../errors.ts';
import type { BuildRequest, BuildResult } from './build.ts';
import { builtSchema } from './built-server.ts';

/**
 * Makes a server of its documents, however long that takes: whoever calls it is a thread that can be ended.
 *
 * @throws OPENAPI_INVALID; GRAPHQL_SERVER_UNUSABLE when no operation can become a field
 */
export function buildServer({ sources, documents }: BuildRequest): BuildResult {
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
  const built = { sources, model };
  const schema = builtSchema(built);
  const [fault] = validateSchema(schema);
  if (fault) throw fault;
  return { built, sdl: printSchema(schema) };
}
