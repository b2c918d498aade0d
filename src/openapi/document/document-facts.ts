import { isObject, type JsonObject } from '../../foundation/json.ts';
import { operationsOf, pathsByShape } from '../breaking/operations.ts';
import { type ListedOperation, operationList } from '../operation-list.ts';
import { joinedPaths } from '../paths/merged-paths.ts';
import { child, items, resolved } from './document-node.ts';
import { isOpenApi2 } from './openapi-2.ts';

/** A security scheme of an OpenAPI document. */
export type DocumentSecurityScheme = {
  readonly name: string;
  /** The type in the words of OpenAPI: `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS`. */
  readonly type: string;
  /** The place of a key: `header`, `query` or `cookie`. */
  readonly location: string | null;
  /** The name of a key's header or parameter. */
  readonly keyName: string | null;
  /** The scopes that a scheme of OAuth 2.0 names. */
  readonly scopes: readonly string[];
};

/** An operation that can be called as it is, since no parameter must be given. */
export type PlainOperation = { readonly method: 'GET'; readonly path: string };

/** The facts of a document, for somebody who may make an API of it. */
export type DocumentFacts = {
  readonly operations: readonly ListedOperation[];
  /** Sentences about what is kept in another form than it was written. */
  readonly changes: readonly string[];
  readonly securitySchemes: readonly DocumentSecurityScheme[];
  readonly plainOperation: PlainOperation | null;
};

/**
 * Describes a document.
 *
 * @param written the document as it was given
 * @param kept the same as `checkOpenApi` returns it
 */
export function documentFacts(written: unknown, kept: JsonObject): DocumentFacts {
  return {
    operations: operationList(kept),
    changes: [
      ...(isOpenApi2(written) ? ['The document is of OpenAPI 2.0, and is kept in the form of 3.0.'] : []),
      ...joinedPaths(
        isObject(written) && isObject(written['paths']) ? Object.keys(written['paths']) : [],
      ).map(
        ({ written: paths, template }) =>
          `${paths.join(' and ')} ${paths.length === 1 ? 'is' : 'are one path to the gateway:'} ${template}.`,
      ),
    ],
    securitySchemes: securitySchemesOf(kept),
    plainOperation: plainOperationOf(kept),
  };
}

function securitySchemesOf({ components }: JsonObject): DocumentSecurityScheme[] {
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  return Object.entries(isObject(schemes) ? schemes : {}).flatMap(([name, scheme]) => {
    if (!isObject(scheme) || typeof scheme['type'] !== 'string') return [];
    const flows = Object.values(isObject(scheme['flows']) ? scheme['flows'] : {});
    const scopes = flows.flatMap((flow) =>
      isObject(flow) && isObject(flow['scopes']) ? Object.keys(flow['scopes']) : [],
    );
    return [
      {
        name,
        type: scheme['type'],
        location: textOf(scheme['in']),
        keyName: textOf(scheme['name']),
        scopes: [...new Set(scopes)],
      },
    ];
  });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Finds an operation for a first call in JSON text. */
export const plainOperationIn = (text: string): PlainOperation | null => plainOperationOf(JSON.parse(text));

/** Finds an operation for a first call: a GET without parameters that must be given. */
function plainOperationOf(document: JsonObject): PlainOperation | null {
  for (const path of pathsByShape(document).values()) {
    const get = operationsOf(path).find(({ method }) => method === 'get');
    if (!get || /[{}]/.test(get.template)) continue;
    const parameters = [
      ...items(child(get.item, 'parameters')),
      ...items(child(get.operation, 'parameters')),
    ];
    const isRequired = parameters.some((parameter) => {
      const value = resolved(parameter)?.value;
      return isObject(value) && value['required'] === true;
    });
    if (!isRequired) return { method: 'GET', path: get.template };
  }
  return null;
}
