import schema2 from '@seriousme/openapi-schema-validator/schemas/v2.0/schema.json' with { type: 'json' };
import schema30 from '@seriousme/openapi-schema-validator/schemas/v3.0/schema.json' with { type: 'json' };
import schema31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json' with { type: 'json' };
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import draft04 from 'ajv-draft-04';
import { isObject, type JsonObject, type OpenApiFault } from '../../foundation/json.ts';
import { isOpenApi2 } from './openapi-2.ts';
import { schemaFault } from './openapi-schema-fault.ts';

const SETTINGS = { strict: false, logger: false, validateFormats: false } as const;

const OWN_DIALECT = /^https:\/\/(spec\.openapis\.org\/oas\/3\.1\/dialect|json-schema\.org\/draft\/2020-12)\//;

/**
 * The OpenAPI Initiative's schema of 3.1 leaves Schema Objects to their dialect. Those of the dialect that OpenAPI has
 * itself are JSON Schema of 2020-12 with four more members; what names another by `$schema` is not looked into.
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
/** Compiled when the first document of the version comes: that takes a quarter of a second. */
const validators = {
  '2.0': lazily(() => new draft04.default(SETTINGS).compile(schema2)),
  '3.0': lazily(() => new draft04.default(SETTINGS).compile(schema30)),
  '3.1': lazily(() =>
    new Ajv2020(SETTINGS).compile({ ...schema31, $defs: { ...schema31.$defs, schema: SCHEMA_OBJECT } }),
  ),
  '3.1 in another dialect': lazily(() => new Ajv2020(SETTINGS).compile(schema31)),
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
  const { jsonSchemaDialect: dialect } = document;
  return typeof dialect === 'string' && !OWN_DIALECT.test(dialect)
    ? validators['3.1 in another dialect']()
    : validators['3.1']();
}

/**
 * What the schema of the OpenAPI Initiative refuses in a document of 2.0, 3.0 or 3.1: a fault in each path, each
 * component and the rest. Each is checked for itself, up to its first fault, so that a document of faults alone costs
 * no more than a sound one.
 *
 * Decision: a `swagger: 2` is taken, since YAML reads 2.0 without quotation marks so.
 *
 * @param document not nested deeper than the stack takes
 */
export function* schemaFaults(document: JsonObject): Generator<OpenApiFault> {
  const validate = validatorOf(document);
  const places = new Set<string>();
  for (const part of partsOf(isOpenApi2(document) ? { ...document, swagger: '2.0' } : document)) {
    if (validate(part)) continue;
    const fault = schemaFault(validate.errors as ErrorObject[]);
    if (!places.has(fault.place)) yield fault;
    places.add(fault.place);
  }
}

/** Members of a document that map names to what is checked for itself. */
const MAPS = ['paths', 'webhooks', 'definitions', 'parameters', 'responses', 'securityDefinitions'];

/** A document without what is in its maps, and for each entry of a map a document that has no other. */
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
