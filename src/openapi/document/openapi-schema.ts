import schema2 from '@seriousme/openapi-schema-validator/schemas/v2.0/schema.json' with { type: 'json' };
import schema30 from '@seriousme/openapi-schema-validator/schemas/v3.0/schema.json' with { type: 'json' };
import schema31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json' with { type: 'json' };
import schema32 from '@seriousme/openapi-schema-validator/schemas/v3.2/schema.json' with { type: 'json' };
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import draft04 from 'ajv-draft-04';
import { isObject, type JsonObject } from '../../foundation/json.ts';
import type { OpenApiFault } from './document-tree.ts';
import { isOpenApi2 } from './openapi-2.ts';
import { schemaFault } from './openapi-schema-fault.ts';

const SETTINGS = { strict: false, logger: false, validateFormats: false } as const;

const OWN_DIALECT =
  /^https:\/\/(spec\.openapis\.org\/oas\/3\.[12]\/dialect|json-schema\.org\/draft\/2020-12)\//;

/**
 * The schema of Schema Objects since OpenAPI 3.1. The OpenAPI Initiative's schema leaves them to their dialect. OpenAPI's
 * own dialect is JSON Schema 2020-12 with four more members; a schema that names another by `$schema` is not checked.
 */
const SCHEMA_OBJECT = {
  $dynamicAnchor: 'meta',
  type: ['object', 'boolean'],
  if: { required: ['$schema'], properties: { $schema: { not: { pattern: OWN_DIALECT.source } } } },
  else: {
    $ref: 'https://json-schema.org/draft/2020-12/schema',
    properties: {
      discriminator: {
        type: 'object',
        properties: { propertyName: { type: 'string' }, mapping: { type: 'object' } },
        required: ['propertyName'],
      },
      externalDocs: { $ref: '#/$defs/external-documentation' },
      xml: { type: 'object' },
    },
  },
};
/** Compiles a validator when the first document of its version comes. That takes a quarter of a second. */
const validators = {
  '2.0': lazily(() => new draft04.default(SETTINGS).compile(schema2)),
  '3.0': lazily(() => new draft04.default(SETTINGS).compile(schema30)),
  '3.1': lazily(() =>
    new Ajv2020(SETTINGS).compile({ ...schema31, $defs: { ...schema31.$defs, schema: SCHEMA_OBJECT } }),
  ),
  '3.1 in another dialect': lazily(() => new Ajv2020(SETTINGS).compile(schema31)),
  '3.2': lazily(() =>
    new Ajv2020(SETTINGS).compile({ ...schema32, $defs: { ...schema32.$defs, schema: SCHEMA_OBJECT } }),
  ),
  '3.2 in another dialect': lazily(() => new Ajv2020(SETTINGS).compile(schema32)),
};

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function validatorOf(document: JsonObject): ValidateFunction {
  if (isOpenApi2(document)) return validators['2.0']();
  if (String(document['openapi']).startsWith('3.0')) return validators['3.0']();
  const version = String(document['openapi']).startsWith('3.1') ? '3.1' : '3.2';
  const { jsonSchemaDialect: dialect } = document;
  return typeof dialect === 'string' && !OWN_DIALECT.test(dialect)
    ? validators[`${version} in another dialect`]()
    : validators[version]();
}

/**
 * Yields the faults that the OpenAPI Initiative's schema finds in a document. The document is of 2.0 to 3.2. Each
 * path, each component and the rest are checked separately, up to the first fault of each. A document full of faults
 * then costs no more than a sound one.
 *
 * Decision: `swagger: 2` is accepted, since YAML reads an unquoted 2.0 as that number.
 *
 * @param document not nested deeper than the stack takes
 */
export function* schemaFaults(document: JsonObject): Generator<OpenApiFault> {
  const validate = validatorOf(document);
  const pointers = new Set<string>();
  for (const part of partsOf(isOpenApi2(document) ? { ...document, swagger: '2.0' } : document)) {
    if (validate(part)) continue;
    const fault = schemaFault(validate.errors as ErrorObject[]);
    if (!pointers.has(fault.pointer)) yield fault;
    pointers.add(fault.pointer);
  }
}

/** Members of a document that map names to parts that are checked separately. */
const MAPS = ['paths', 'webhooks', 'definitions', 'parameters', 'responses', 'securityDefinitions'];

/** Splits a document: the whole without its maps, then one document per entry. */
function* partsOf(document: JsonObject): Generator<JsonObject> {
  const { components } = document;
  const maps = Object.fromEntries(MAPS.flatMap((name) => emptied(document, name)));
  const sections = isObject(components)
    ? Object.keys(components).filter((name) => !name.startsWith('x-'))
    : [];
  const rest = isObject(components) && {
    components: {
      ...components,
      ...Object.fromEntries(sections.flatMap((name) => emptied(components, name))),
    },
  };
  yield { ...document, ...maps, ...rest };
  const { openapi, swagger } = document;
  const version = swagger === undefined ? { openapi } : { swagger };
  const least = { ...version, info: { title: 'A', version: '1' }, paths: {} };
  for (const name of Object.keys(maps))
    for (const entry of entriesOf(document[name])) yield { ...least, [name]: entry };
  for (const name of sections)
    for (const entry of entriesOf((components as JsonObject)[name]))
      yield { ...least, components: { [name]: entry } };
}

const emptied = (owner: JsonObject, name: string): [string, JsonObject][] =>
  isObject(owner[name]) ? [[name, {}]] : [];

const entriesOf = (map: unknown): JsonObject[] =>
  isObject(map) ? Object.entries(map).map(([name, value]) => ({ [name]: value })) : [];
