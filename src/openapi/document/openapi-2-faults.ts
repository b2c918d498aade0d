import { isObject, type JsonObject } from '../../foundation/json.ts';
import { escaped } from '../../foundation/json-pointer.ts';
import { type OpenApiFault, treeFaults } from './document-tree.ts';

/** Limits media types of an operation or document. The form of 3.0 repeats them for each body and answer. */
const MEDIA_TYPES_MAX = 20;

/** Yields the faults that keep an OpenAPI 2.0 document from being converted to 3.0. */
export function* openApi2Faults(document: JsonObject): Generator<OpenApiFault> {
  yield* treeFaults(document);
  yield* mediaTypeFaults(document, '#');
  const { paths } = document;
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {}))
    for (const [method, operation] of Object.entries(isObject(item) ? item : {}))
      if (isObject(operation))
        yield* mediaTypeFaults(operation, `#/paths/${escaped(path)}/${escaped(method)}`);
}

function* mediaTypeFaults(declaration: JsonObject, pointer: string): Generator<OpenApiFault> {
  for (const member of ['consumes', 'produces']) {
    const types = declaration[member];
    if (Array.isArray(types) && types.length > MEDIA_TYPES_MAX)
      yield { pointer: `${pointer}/${member}`, fault: `there are more than ${MEDIA_TYPES_MAX} media types.` };
  }
}
