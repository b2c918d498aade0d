import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageFile } from '../../foundation/package-files.ts';

const methods = ['get', 'put', 'post', 'delete'] as const;
type Method = (typeof methods)[number];

type DocumentedOperation = { readonly operationId: string; readonly method: Method };
export type DocumentedPath = { readonly path: string; readonly operations: readonly DocumentedOperation[] };

/** An OpenAPI document as a back-end needs it: it is served from the document alone. */
export type BackendDocument = {
  /** Paths below the address of the back-ends, as Hono writes them: `/customerdb/v1/customers/:customerId`. */
  readonly paths: readonly DocumentedPath[];
  /** A named example of its components: the data that the back-end begins with. */
  example<T>(name: string, record: z.ZodType<T>): T[];
  /** A named schema of its components, to check what is sent. */
  schema(name: string): z.ZodType<unknown>;
};

const operation = z.object({ operationId: z.string() });
const documentSchema = z.object({
  servers: z.tuple([z.object({ url: z.url() })]),
  paths: z.record(
    z.string(),
    z.object({ get: operation, put: operation, post: operation, delete: operation }).partial(),
  ),
  components: z.object({
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
    examples: z.record(z.string(), z.object({ value: z.array(z.unknown()) })),
  }),
});

const known = new Map<string, z.infer<typeof documentSchema>>();

/** Parses a document once in a process. YAML of 40 KB takes a fifth of a second. */
function parsed(name: string): z.infer<typeof documentSchema> {
  const file = packageFile(`openapi/${name}.yaml`);
  const document = known.get(name) ?? documentSchema.parse(parse(readFileSync(file, 'utf8')));
  known.set(name, document);
  return document;
}

/**
 * Reads a document of `openapi/`.
 *
 * @throws when it lacks what a back-end needs, for example an operationId
 */
export function readDocument(name: string): BackendDocument {
  const { servers, paths, components } = parsed(name);
  const base = new URL(servers[0].url).pathname.replace(/\/$/, '');
  return {
    paths: Object.entries(paths).map(([path, item]) => ({
      path: base + path.replace(/\{(\w+)\}/g, ':$1'),
      operations: methods.flatMap((method) => {
        const found = item[method];
        return found ? [{ method, operationId: found.operationId }] : [];
      }),
    })),
    example: (example, record) => z.array(record).parse(components.examples[example]?.value),
    schema: (schema) =>
      z.fromJSONSchema(components.schemas[schema] ?? false, { defaultTarget: 'openapi-3.0' }),
  };
}
