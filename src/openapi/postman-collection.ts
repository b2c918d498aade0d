import { isObject, type JsonObject } from '../foundation/json.ts';
import { operationsOf, pathsByShape } from './breaking/operations.ts';
import {
  detailsOf,
  type MediaTypeContent,
  type OperationDetails,
  type OperationParameter,
} from './operation-details.ts';
import { type PostmanAuth, requestAuth } from './postman-auth.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const BASE = '{{baseUrl}}';

/**
 * Writes an OpenAPI document as a collection of Postman. (Collection Format v2.1)
 *
 * Decision: it is made here, from the facts that the pages of operations show. Postman's own converter brings 18 packages
 * for what is a page of code, and follows references of a document on its own.
 *
 * @param openapi JSON text of a document whose only server is the gateway
 */
export function postmanCollection(openapi: string): string {
  const document = JSON.parse(openapi) as JsonObject;
  const { info, servers } = document;
  const { title, version, description } = isObject(info) ? info : {};
  const auth = requestAuth(document, document['security']);
  return JSON.stringify({
    info: { name: `${title} ${version}`, schema: SCHEMA, ...described(description) },
    variable: [{ key: 'baseUrl', value: urlOf(servers) }, ...variablesOf(auth)],
    auth: auth.auth,
    item: foldersOf(document, auth),
  });
}

const urlOf = (servers: unknown): string => {
  const [server] = Array.isArray(servers) ? (servers as unknown[]) : [];
  return isObject(server) && typeof server['url'] === 'string' ? server['url'] : '';
};

const described = (description: unknown) =>
  typeof description === 'string' && description !== ''
    ? { description: { content: description, type: 'text/markdown' } }
    : {};

const variablesOf = ({ variables }: PostmanAuth) => variables.map((key) => ({ key, value: '' }));

/** Requests in folders by their first tag. Those without one follow. */
function foldersOf(document: JsonObject, auth: PostmanAuth): unknown[] {
  const folders = new Map<string, unknown[]>();
  const others: unknown[] = [];
  for (const path of pathsByShape(document).values())
    for (const own of operationsOf(path)) {
      const { value } = own.operation;
      const [tag] = isObject(value) && Array.isArray(value['tags']) ? (value['tags'] as unknown[]) : [];
      const security = isObject(value) ? value['security'] : undefined;
      const secured = security === undefined ? auth : requestAuth(document, security);
      const item = itemOf(detailsOf(own, /^2\d\d$/), secured, security !== undefined);
      if (typeof tag !== 'string') others.push(item);
      else folderOf(folders, tag).push(item);
    }
  return [...[...folders].map(([name, item]) => ({ name, item })), ...others];
}

function folderOf(folders: Map<string, unknown[]>, name: string): unknown[] {
  const folder = folders.get(name) ?? [];
  folders.set(name, folder);
  return folder;
}

function itemOf(operation: OperationDetails, { auth, headers }: PostmanAuth, isOwn: boolean) {
  const { method, path, summary, description, parameters, request, answers } = operation;
  const [content] = request;
  const sent = [
    ...headers.map(([key, value]) => ({ key, value })),
    ...(content && !isForm(content) ? [{ key: 'Content-Type', value: content.mediaType }] : []),
    ...ofLocation(parameters, 'header').map(parameterOf),
  ];
  return {
    name: summary ?? `${method} ${path}`,
    request: {
      method,
      url: addressOf(path, parameters),
      header: sent,
      ...described(description),
      ...(isOwn && { auth }),
      ...(content && { body: bodyOf(content) }),
    },
    response: answers.map(({ status, description: name, contents }) =>
      answerOf(Number(status), name, contents[0]),
    ),
  };
}

const ofLocation = (parameters: readonly OperationParameter[], location: OperationParameter['location']) =>
  parameters.filter((each) => each.location === location);

/** A parameter that need not be sent is there, switched off. */
const parameterOf = ({ name, example, description, isRequired }: OperationParameter) => ({
  key: name,
  value: example,
  ...(description !== null && { description }),
  ...(!isRequired && { disabled: true }),
});

/** The address of a request. A segment that is a parameter is a variable of the path. */
function addressOf(path: string, parameters: readonly OperationParameter[]) {
  const ofPath = ofLocation(parameters, 'path');
  const examples = new Map(ofPath.map(({ name, example }) => [name, example]));
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => {
      const [, whole] = /^\{([\w-]+)\}$/.exec(segment) ?? [];
      return whole === undefined
        ? segment.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
            encodeURIComponent(examples.get(name) ?? name),
          )
        : `:${whole}`;
    });
  const variables = ofPath.filter(({ name }) => segments.includes(`:${name}`));
  const query = ofLocation(parameters, 'query').map(parameterOf);
  const asked = query.filter(({ disabled }) => disabled !== true);
  const search = asked
    .map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
  return {
    raw: `${BASE}/${segments.join('/')}${search && `?${search}`}`,
    host: [BASE],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(variables.length > 0 && {
      variable: variables.map(({ name, example }) => ({ key: name, value: example })),
    }),
  };
}

const isForm = ({ mediaType }: MediaTypeContent) => formMode(mediaType) !== undefined;

function formMode(mediaType: string): 'urlencoded' | 'formdata' | undefined {
  if (/^application\/x-www-form-urlencoded/i.test(mediaType)) return 'urlencoded';
  return /^multipart\//i.test(mediaType) ? 'formdata' : undefined;
}

function bodyOf(content: MediaTypeContent) {
  const { mediaType, example, parts } = content;
  const mode = formMode(mediaType);
  if (mode === undefined) {
    const options = /json/i.test(mediaType) ? { options: { raw: { language: 'json' } } } : {};
    return { mode: 'raw', raw: example ?? '', ...options };
  }
  const values = membersOf(example);
  const fields = parts.filter(({ path }) => /^[^.[\]]+$/.test(path));
  const filled = fields.map(({ path }) => ({ key: path, value: values[path] ?? '', type: 'text' }));
  return { mode, [mode]: filled };
}

function membersOf(example: string | null): Record<string, string> {
  try {
    const value: unknown = JSON.parse(example ?? '');
    if (!isObject(value)) return {};
    const texts = Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' ? each : JSON.stringify(each),
    ]);
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

function answerOf(code: number, description: string | null, content: MediaTypeContent | undefined) {
  return {
    name: description ?? String(code),
    code,
    header: content ? [{ key: 'Content-Type', value: content.mediaType }] : [],
    body: content?.example ?? '',
  };
}
