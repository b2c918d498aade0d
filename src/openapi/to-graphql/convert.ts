import type { JsonObject } from '../../foundation/json.ts';
import type { ConvertedOperation } from './converted-operation.ts';
import { lostReferenceNotes } from './dropped-references.ts';
import { readable, sendable, sentAs } from './media-types.ts';
import type { ArgumentModel, OperationModel, OperationReport, ServerModel } from './model.ts';
import { freeName, graphqlName, pascalCase } from './naming.ts';
import { linkFields } from './openapi-links.ts';
import { type Rename, renamed } from './rename.ts';
import { type RestOperation, restOperations } from './rest-operations.ts';
import { Types } from './types.ts';

/** A REST back-end to make fields from. */
type RestSource = {
  readonly name: string;
  readonly document: JsonObject;
  readonly rename: Rename;
};

/**
 * Converts a document into a part of a GraphQL server. Each GET becomes a query, each other call a mutation, with their
 * types. An operation that GraphQL cannot call is left out, and the report says why. It does not affect the others.
 */
export function convert({ name: source, document, rename }: RestSource): ServerModel {
  const types = new Types();
  const report: OperationReport[] = [];
  const found = lostReferenceNotes(document);
  const made: ConvertedOperation[] = [];
  const usedNames = { Query: new Set<string>(), Mutation: new Set<string>() };
  for (const rest of restOperations(document)) {
    const { id: operation, method, path } = rest;
    const origin = { source, operation, method, path };
    const reason = unsupportedReason(rest);
    if (reason !== undefined) {
      report.push({ ...origin, field: null, reason: `${rest.node.at}: ${reason}` });
      continue;
    }
    found.push(...rest.notes);
    const root = method === 'GET' ? 'Query' : 'Mutation';
    const wished = renamed(rename, rest.id).field ?? graphqlName(rest.id);
    const field = freeName(wished, (name) => usedNames[root].has(name));
    usedNames[root].add(field);
    if (field !== wished)
      found.push(`${rest.node.at}: ${root}.${wished} is another's, and this is ${field}.`);
    made.push({ rest, model: operationModel(rest, { source, root, field, rename, types }) });
    report.push({ ...origin, field: `${root}.${field}`, reason: null });
  }
  for (const each of made) {
    const type = each.model.type.replace(/[[\]!]/g, '');
    const known = types.fieldsOf(type);
    if (!known) continue;
    const links = linkFields(each, { made, known, fieldsOf: (name) => types.fieldsOf(name) });
    for (const field of links.fields) types.addField(type, field);
    found.push(...links.notes);
  }
  return {
    types: types.made(),
    operations: made.map(({ model }) => model),
    report: {
      operations: report,
      // The faults of a path are reported once, not for each of its operations.
      notes: [...new Set([...found, ...types.notes()])].map((note) => `${source}: ${note}`),
    },
  };
}

/** Returns the reason that an operation cannot be a field. Undefined when it can. */
function unsupportedReason({ method, path, parameters }: RestOperation): string | undefined {
  if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method))
    return `${method} reads and changes nothing that a field could tell.`;
  const odd = parameters.find(({ place }) => place.in === 'path' && !/^(simple|json)$/.test(place.style));
  if (odd)
    return `the path parameter ${odd.place.name} is written in the style ${odd.place.style}; only simple is.`;
  if (/[{}]/.test(path.replace(/\{[^{}]+\}/g, ''))) return 'the braces in the path are not closed.';
  return undefined;
}

type OperationModelInput = {
  readonly source: string;
  readonly root: OperationModel['root'];
  readonly field: string;
  readonly rename: Rename;
  readonly types: Types;
};

const ANSWERS = { TEXT: 'String', BYTES: 'Byte', NONE: 'JSON' } as const;
const BODIES = { TEXT: 'String', BYTES: 'Byte' } as const;

function operationModel(
  rest: RestOperation,
  { source, root, field, rename, types }: OperationModelInput,
): OperationModel {
  const { id, method, path, answer, node } = rest;
  const wished = pascalCase(id);
  const read = answer && readable(answer.content);
  const definition = node.value as JsonObject;
  const described = [definition['description'], definition['summary']].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  return {
    source,
    id,
    root,
    field,
    method,
    path,
    // A failed call for a missing record is null, so fields of root types are nullable.
    type:
      read?.answer === 'JSON'
        ? types.typeOf(read.content.schema, 'OUTPUT', `${wished}Answer`)
        : ANSWERS[read?.answer ?? 'NONE'],
    answer: read?.answer ?? 'NONE',
    description: typeof described === 'string' ? described.trim() : `${method} ${path}`,
    isDeprecated: definition['deprecated'] === true,
    ...sentBy(rest, { wished, types, renamed: renamed(rename, id).argument }),
  };
}

function sentBy(
  { parameters, body, method, path }: RestOperation,
  { wished, types, renamed }: { wished: string; types: Types; renamed: (name: string) => string | undefined },
): Pick<OperationModel, 'arguments' | 'sends' | 'formStyles'> {
  const usedNames = new Set<string>();
  const nameOf = (wished: string) => {
    const name = freeName(renamed(wished) ?? graphqlName(wished), (each) => usedNames.has(each));
    usedNames.add(name);
    return name;
  };
  const undeclared = [...path.matchAll(/\{([^{}]+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !parameters.some(({ place }) => place.in === 'path' && place.name === name));
  const list: ArgumentModel[] = undeclared.map((name) => ({
    name: nameOf(name),
    type: 'String!',
    description: null,
    place: { in: 'path', name, style: 'simple', explode: false },
  }));
  for (const { place, isRequired, description, schema } of parameters.filter(isSent(path))) {
    const type = types.typeOf(schema, 'INPUT', `${wished}${pascalCase(place.name)}`);
    list.push({
      name: nameOf(place.name),
      type: isRequired ? `${type}!` : type,
      place,
      description: typeof description === 'string' ? description : null,
    });
  }
  const content = body && method !== 'GET' ? sendable(body.content) : undefined;
  if (!content) return { arguments: list, sends: null };
  const as = sentAs(content.mediaType);
  const type = as === 'VALUE' ? types.typeOf(content.schema, 'INPUT', wished) : BODIES[as];
  list.push({
    name: nameOf('input'),
    type: `${type}${body?.isRequired ? '!' : ''}`,
    description: 'What is sent.',
    place: { in: 'body', name: 'input', style: 'json', explode: false },
  });
  const other = as === 'BYTES' ? 'application/octet-stream' : 'application/json';
  return {
    arguments: list,
    sends: isMediaType(content.mediaType) ? content.mediaType : other,
    ...(content.formStyles && { formStyles: content.formStyles }),
  };
}

/** Excludes ranges and misspelt media types. (RFC 9110 §8.3.1) */
const isMediaType = (text: string) => /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/.test(text);

/** Headers that are no parameters (OpenAPI 3.1, "Parameter Object"), and headers of the connection. */
const NOT_SENT =
  /^(accept|content-type|authorization|host|connection|content-length|transfer-encoding|te|upgrade|expect|keep-alive|proxy-.*)$/i;

const isSent =
  (path: string) =>
  ({ place }: { place: ArgumentModel['place'] }): boolean => {
    if (place.in === 'path') return path.includes(`{${place.name}}`);
    return place.in !== 'header' || (/^[\w!#$%&'*+.^`|~-]+$/.test(place.name) && !NOT_SENT.test(place.name));
  };
