import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, resolved } from '../document/document-node.ts';

/** Values, in which `$ref` is an ordinary member. */
const VALUES = /^(example|examples|default|enum|const|x-.*)$/;
/** Members that map names to parts. A name may be `default` or `$ref`. */
const NAMED =
  /^(properties|patternProperties|schemas|definitions|responses|parameters|headers|requestBodies)$/;
const SHOWN = 20;

/**
 * Notes references that lead nowhere or form a ring, with their JSON pointers (RFC 6901). The document is served in
 * spite of them. Their target is any value, or missing.
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
