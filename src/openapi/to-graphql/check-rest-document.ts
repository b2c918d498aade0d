import { type InputPath, refuse } from '../../foundation/errors.ts';
import { isObject, type JsonObject } from '../../foundation/json.ts';
import { pointer } from '../../foundation/json-pointer.ts';
import { isStorable } from '../../foundation/text/text.ts';
import type { OpenApiFault } from '../document/document-tree.ts';
import { countOperations, type RestOperation, restOperations } from './rest-operations.ts';

const DEPTH_MAX = 100;
const OPERATIONS_MAX = 5_000;
const FAULTS_SHOWN = 3;

/** Expressions that templating engines would fill in from the process or the caller. */
const TEMPLATE = /\{\s*(env|context|args|root|info)\s*[.[]/;
/** Prose, which nothing interprets. */
const PROSE = /^(description|summary|title|example|examples|x-.*)$/;

/**
 * Lists the operations of a document for a GraphQL server. It is of OpenAPI 2.0, 3.0 or 3.1. Faults of one operation
 * are listed in the server's report. Faults of the whole document, and dangerous ones, refuse it.
 *
 * Decision: a reference that leads nowhere is a value of any type, since real documents have them.
 *
 * @throws OPENAPI_INVALID; the message names the places as JSON pointers (RFC 6901)
 */
export function checkRestDocument(
  document: unknown,
  path: InputPath,
): { document: JsonObject; operations: readonly RestOperation[] } {
  const faults: OpenApiFault[] = [];
  for (const fault of documentFaults(document)) if (faults.push(fault) === FAULTS_SHOWN) break;
  const count = faults.length === 0 ? countOperations(document as JsonObject) : 0;
  if (count > OPERATIONS_MAX)
    faults.push({
      pointer: '#/paths',
      fault: `there are ${count} operations; a source may have ${OPERATIONS_MAX}: give the part that is needed.`,
    });
  const operations = faults.length === 0 ? restOperations(document as JsonObject) : [];
  if (faults.length === 0 && operations.length === 0)
    faults.push({ pointer: '#/paths', fault: 'there is no operation to make a field from.' });
  if (faults.length > 0)
    refuse('OPENAPI_INVALID', {
      detail: faults.map(({ pointer, fault }) => `At ${pointer.slice(0, 300)}: ${fault}`).join(' '),
      path,
    });
  return { document: document as JsonObject, operations };
}

function* documentFaults(document: unknown): Generator<OpenApiFault> {
  if (!isObject(document))
    return yield { pointer: '#', fault: 'an OpenAPI document is an object, or YAML or JSON text of one.' };
  const { openapi, swagger, paths } = document;
  if (!/^3\.[01](\.|$)/.test(String(openapi)) && !/^2(\.0)?$/.test(String(swagger)))
    return yield {
      pointer: swagger === undefined ? '#/openapi' : '#/swagger',
      fault: 'this is no OpenAPI document of version 2.0, 3.0 or 3.1.',
    };
  // OpenAPI 3.1 allows no paths where there are webhooks or components. The report then says that there is no
  // operation.
  const mayLack = String(openapi).startsWith('3.1') && paths === undefined;
  if (!isObject(paths) && !mayLack)
    return yield { pointer: '#/paths', fault: 'there must be an object of paths.' };
  yield* hostileFaults(document);
}

type Node = { readonly value: unknown; readonly path: readonly string[]; readonly isProse: boolean };

/** Yields dangerous faults. It walks without recursion, because the document comes from outside. */
function* hostileFaults(document: JsonObject): Generator<OpenApiFault> {
  const waiting: Node[] = [{ value: document, path: [], isProse: false }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value, path, isProse } = node;
    if (path.length > DEPTH_MAX)
      return yield { pointer: pointer(path), fault: `this is nested deeper than ${DEPTH_MAX} levels.` };
    if (typeof value === 'string') {
      const fault = textFault(value, node);
      if (fault) yield { pointer: pointer(path), fault };
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value).reverse()) {
      const at = [...path, name];
      const fault = textFault(name, { path, isProse });
      if (fault) yield { pointer: pointer(at), fault };
      // A property may be named `title`.
      const isName = path.at(-1) === 'properties';
      waiting.push({ value: member, path: at, isProse: isProse || (!isName && PROSE.test(name)) });
    }
  }
}

function textFault(text: string, { path, isProse }: Pick<Node, 'path' | 'isProse'>): string | undefined {
  if (!isStorable(text)) return 'this text holds a NUL or half a character.';
  if (isProse) return undefined;
  const template = TEMPLATE.exec(text)?.[0];
  if (template) return `${JSON.stringify(template)} begins a template, which is not filled in: take it out.`;
  if (path.at(-1) === '$ref' && path.at(-2) !== 'properties' && !text.startsWith('#'))
    return `${JSON.stringify(text.slice(0, 200))} is in another document: put what it refers to into this one.`;
  return undefined;
}
