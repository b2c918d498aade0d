import { isObject, type JsonObject } from '../../foundation/json.ts';

/** Is true for a document of OpenAPI 2.0, formerly Swagger. */
export function isOpenApi2(document: unknown): document is JsonObject {
  return isObject(document) && /^2(\.0)?$/.test(String(document['swagger']));
}

/** The context that parts of a document are converted in. */
type OpenApi2Context = {
  readonly document: JsonObject;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
};

/**
 * Converts a document of OpenAPI 2.0 to 3.0, in which it is kept and shown. Parts without a counterpart (`schemes` of
 * an operation) are left out. Parts that are no valid description stay as they are, so that the check reports them.
 */
export function openApi3Of(document: JsonObject): JsonObject {
  const { swagger, host, basePath, schemes, consumes, produces, paths, ...named } = document;
  const { definitions, parameters, responses, securityDefinitions, ...kept } = named;
  const whole = { document, consumes: mediaTypes(consumes), produces: mediaTypes(produces) };
  const shared = Object.entries(isObject(parameters) ? parameters : {});
  return {
    openapi: '3.0.3',
    ...kept,
    ...serverOf({ host, basePath, schemes }),
    paths: each(paths, (item) => pathItem(item, whole)),
    components: withoutEmpty({
      schemas: each(definitions, schemaOf),
      parameters: Object.fromEntries(
        shared.filter(([, one]) => isPlain(one)).map(([name, one]) => [name, plain(one)]),
      ),
      requestBodies: Object.fromEntries(
        shared
          .filter(([, one]) => isIn(one, 'body'))
          .map(([name, one]) => [name, bodyOf(one, whole.consumes)]),
      ),
      responses: each(responses, (response) => responseOf(response, whole.produces)),
      securitySchemes: each(securityDefinitions, securityScheme),
    }),
  };
}

const mediaTypes = (
  declared: unknown,
  otherwise: readonly string[] = ['application/json'],
): readonly string[] => (Array.isArray(declared) && declared.length > 0 ? declared.map(String) : otherwise);

const withoutEmpty = (members: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => isObject(value) && Object.keys(value).length > 0),
  );

/** Converts each member of a map. Any other value stays as it is. */
const each = (map: unknown, convert: (value: unknown) => unknown): unknown =>
  isObject(map)
    ? Object.fromEntries(
        Object.entries(map).map(([name, value]) => [name, name.startsWith('x-') ? value : convert(value)]),
      )
    : map;

/** Prefers https, also where no scheme is given. */
function serverOf({ host, basePath, schemes }: JsonObject): JsonObject {
  const path = typeof basePath === 'string' ? basePath : '';
  if (typeof host !== 'string') return path ? { servers: [{ url: path }] } : {};
  const scheme = mediaTypes(schemes, ['https']).includes('https') ? 'https' : 'http';
  return { servers: [{ url: `${scheme}://${host}${path}` }] };
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

function pathItem(item: unknown, whole: OpenApi2Context): unknown {
  if (!isObject(item)) return item;
  const { parameters, ...members } = item;
  const shared = parametersIn(parameters, whole);
  const converted = Object.entries(members).map(([name, member]) => [
    name,
    METHODS.has(name) && isObject(member) ? operationOf(member, { shared: shared.sent, whole }) : member,
  ]);
  return { ...(shared.plain.length > 0 && { parameters: shared.plain }), ...Object.fromEntries(converted) };
}

function operationOf(
  { consumes, produces, schemes, parameters, responses, ...kept }: JsonObject,
  { shared, whole }: { readonly shared: readonly unknown[]; readonly whole: OpenApi2Context },
): JsonObject {
  const own = parametersIn(parameters, whole);
  const sent = own.sent.length > 0 ? own.sent : shared;
  const body = requestBody(sent, { consumes: mediaTypes(consumes, whole.consumes), whole });
  const answered = mediaTypes(produces, whole.produces);
  return {
    ...kept,
    ...(own.plain.length > 0 && { parameters: own.plain }),
    ...(body && { requestBody: body }),
    responses: isObject(responses)
      ? each(responses, (response) => responseOf(response, answered))
      : responses,
  };
}

const isIn = (parameter: unknown, ...locations: readonly string[]) =>
  isObject(parameter) && locations.includes(String(parameter['in']));
const isPlain = (parameter: unknown) => !isIn(parameter, 'body', 'formData');

/** Splits parameters into those that 3.0 has too and those that make the body. */
function parametersIn(list: unknown, whole: OpenApi2Context) {
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  const isSent = (parameter: unknown) => !isPlain(sharedParameter(parameter, whole) ?? parameter);
  return { plain: all.filter((one) => !isSent(one)).map(plain), sent: all.filter(isSent) };
}

/** Returns the parameter that a reference names. Undefined where it names none, or leads elsewhere. */
function sharedParameter(parameter: unknown, { document }: OpenApi2Context): unknown {
  const name = referenceOf(parameter)?.match(/^#\/parameters\/([^/]+)$/)?.[1];
  const { parameters } = document;
  return name !== undefined && isObject(parameters) ? parameters[name] : undefined;
}

const referenceOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['$ref'] === 'string' ? value['$ref'] : undefined;

const prefixes = [
  ['#/definitions/', '#/components/schemas/'],
  ['#/parameters/', '#/components/parameters/'],
  ['#/responses/', '#/components/responses/'],
] as const;

/** Returns the place in 3.0 of what a reference names. */
function moved(reference: string): string {
  const prefix = prefixes.find(([from]) => reference.startsWith(from));
  return prefix ? prefix[1] + reference.slice(prefix[0].length) : reference;
}

/** Members of a parameter that do not move to its schema. */
const COMMON = /^(name|in|description|required|allowEmptyValue|collectionFormat|x-.*)$/;

const styles: Readonly<Record<string, JsonObject>> = {
  csv: { explode: false },
  multi: { explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

function plain(parameter: unknown): unknown {
  const reference = referenceOf(parameter);
  if (reference !== undefined) return { $ref: moved(reference) };
  if (!isObject(parameter)) return parameter;
  const { collectionFormat = 'csv', ...common } = partOf(parameter, true);
  const isListInQuery = parameter['type'] === 'array' && parameter['in'] === 'query';
  return {
    ...common,
    ...(isListInQuery && styles[String(collectionFormat)]),
    schema: schemaOf(partOf(parameter, false)),
  };
}

const partOf = (parameter: JsonObject, isCommon: boolean): JsonObject =>
  Object.fromEntries(Object.entries(parameter).filter(([name]) => COMMON.test(name) === isCommon));

function requestBody(
  sent: readonly unknown[],
  { consumes, whole }: { readonly consumes: readonly string[]; readonly whole: OpenApi2Context },
): JsonObject | undefined {
  const [first] = sent;
  if (first === undefined) return undefined;
  const shared = sharedParameter(first, whole);
  if (isIn(shared, 'body'))
    return { $ref: referenceOf(first)?.replace('#/parameters/', '#/components/requestBodies/') };
  if (isIn(first, 'body')) return bodyOf(first, consumes);
  return formOf(sent.map((one) => sharedParameter(one, whole) ?? one).filter(isObject), consumes);
}

function bodyOf(body: unknown, consumes: readonly string[]): JsonObject {
  const { description, required, schema } = body as JsonObject;
  const converted = schemaOf(schema ?? {});
  return {
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    content: Object.fromEntries(consumes.map((type) => [type, { schema: converted }])),
  };
}

const MULTIPART = 'multipart/form-data';

function formOf(fields: readonly JsonObject[], consumes: readonly string[]): JsonObject {
  const hasFile = fields.some(({ type }) => type === 'file');
  const type = hasFile || consumes.includes(MULTIPART) ? MULTIPART : 'application/x-www-form-urlencoded';
  const required = fields.filter((field) => field['required'] === true).map(({ name }) => name);
  const properties = fields.map(({ name, description, ...field }) => [
    name,
    { ...(description !== undefined && { description }), ...(schemaOf(partOf(field, false)) as JsonObject) },
  ]);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
  return { ...(required.length > 0 && { required: true }), content: { [type]: { schema } } };
}

function responseOf(response: unknown, produces: readonly string[]): unknown {
  const reference = referenceOf(response);
  if (reference !== undefined) return { $ref: moved(reference) };
  if (!isObject(response)) return response;
  const { schema, examples, headers, ...kept } = response;
  const examplesByType = isObject(examples) ? examples : {};
  const types = schema === undefined ? Object.keys(examplesByType) : produces;
  const converted = schemaOf(schema);
  const content = types.map((type) => [
    type,
    {
      ...(schema !== undefined && { schema: converted }),
      ...(Object.hasOwn(examplesByType, type) && { example: examplesByType[type] }),
    },
  ]);
  return {
    description: '',
    ...kept,
    ...(headers !== undefined && { headers: each(headers, headerOf) }),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  };
}

function headerOf(header: unknown): unknown {
  if (!isObject(header)) return header;
  const { description } = header;
  return { ...(description !== undefined && { description }), schema: schemaOf(partOf(header, false)) };
}

const flows: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

function securityScheme(scheme: unknown): unknown {
  if (!isObject(scheme)) return scheme;
  const { type, flow, authorizationUrl, tokenUrl, scopes, ...kept } = scheme;
  if (type === 'basic') return { ...kept, type: 'http', scheme: 'basic' };
  if (type !== 'oauth2') return scheme;
  const addresses = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
  };
  const name = flows[String(flow)] ?? String(flow);
  return { ...kept, type, flows: { [name]: { ...addresses, scopes: scopes ?? {} } } };
}

/** Converts a schema. In 2.0 files, null, discriminators and targets of references differ. */
function schemaOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(schemaOf);
  if (!isObject(schema)) return schema;
  const reference = referenceOf(schema);
  if (reference !== undefined) return { $ref: moved(reference) };
  const { 'x-nullable': isNullable, discriminator, ...members } = schema;
  return {
    ...Object.fromEntries(Object.entries(members).map(([name, member]) => [name, memberOf(name, member)])),
    ...(isNullable === true && { nullable: true }),
    ...(discriminator !== undefined && {
      discriminator: typeof discriminator === 'string' ? { propertyName: discriminator } : discriminator,
    }),
    ...(members['type'] === 'file' && { type: 'string', format: 'binary' }),
  };
}

function memberOf(name: string, member: unknown): unknown {
  if (name === 'properties' && isObject(member))
    return Object.fromEntries(
      Object.entries(member).map(([property, schema]) => [property, schemaOf(schema)]),
    );
  return /^(items|allOf|anyOf|oneOf|not|additionalProperties)$/.test(name) ? schemaOf(member) : member;
}
