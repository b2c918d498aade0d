import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, resolved } from '../document/document-node.ts';

/** Values, where `$ref` is a member like any other. */
const VALUES = /^(example|examples|default|enum|const|x-.*)$/;
/** What holds others by names, which may well be `default` or `$ref`. */
const NAMED =
  /^(properties|patternProperties|schemas|definitions|responses|parameters|headers|requestBodies)$/;
const SHOWN = 20;

/**
 * What to know of references that lead nowhere or round in a ring, by their places, as JSON pointers (RFC 6901): the
 * document is served in spite of them, and what they stand for is any value, or missing.
 */
export function lostReferenceNotes(document: JsonObject): string[] {
  const lost: string[] = [];
  const walk = (node: DocumentNode, holdsNames: boolean) => {
    if (typeof node.value !== 'object' || node.value === null) return;
    const reference = isObject(node.value) && !holdsNames ? node.value['$ref'] : undefined;
    if (typeof reference === 'string' && resolved(node)?.value === undefined)
      lost.push(`${node.at}: ${JSON.stringify(reference.slice(0, 200))} leads nowhere.`);
    for (const name of Object.keys(node.value))
      if (holdsNames || !VALUES.test(name)) walk(child(node, name), !holdsNames && NAMED.test(name));
  };
  walk({ document, value: document, at: '#' }, false);
  const more = lost.length - SHOWN;
  return more > 0 ? [...lost.slice(0, SHOWN), `${more} more references lead nowhere.`] : lost;
}
