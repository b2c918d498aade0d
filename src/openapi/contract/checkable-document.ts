import { isObject, type JsonObject } from '../../foundation/json.ts';
import { short } from '../../foundation/text/listed.ts';
import { child, children, resolved } from '../document/document-node.ts';
import { METHODS } from '../path-template.ts';
import { patternFault } from './linear-pattern.ts';
import { plannedAnswers, plannedBody, plannedParameters } from './operation-plan.ts';
import { BundleTooLarge, SchemaBundle } from './schema-bundle.ts';
import { circleIn } from './schema-circles.ts';

/** Members of all schemas of a document whose calls can be checked. */
const MEMBERS_MAX = 1_000_000;
const SCHEMAS_MAX = 100_000;
/** Characters of a document that calls need. Each gateway keeps it. */
export const CHARACTERS_MAX = 5_000_000;
const FAULTS_SHOWN = 5;

/**
 * Finds the reasons that calls cannot be checked against a document.
 *
 * They are patterns that only backtracking can match, schemas that ask for themselves, and a document that is too
 * large.
 *
 * @param text the document as JSON
 * @returns sentences with the place, at most five
 */
export function uncheckableIn(text: string): string[] {
  if (text.length > CHARACTERS_MAX)
    return [`The document has more than ${CHARACTERS_MAX} characters: split the API.`];
  const document = JSON.parse(text) as JsonObject;
  const bundle = new SchemaBundle(document, 'ANSWER', { schemasMax: SCHEMAS_MAX, membersMax: MEMBERS_MAX });
  try {
    addAll(document, bundle);
  } catch (error) {
    if (error instanceof BundleTooLarge) return ['Its schemas are too many to be checked: split the API.'];
    throw error;
  }
  const faults: string[] = [];
  const circle = circleIn(bundle.schemas);
  if (circle !== undefined)
    faults.push(`At ${bundle.placeOf(circle)}: the schema asks for itself, of the same value.`);
  for (const fault of patternFaults(bundle)) {
    if (faults.length === FAULTS_SHOWN) break;
    faults.push(fault);
  }
  return faults;
}

function addAll(document: JsonObject, bundle: SchemaBundle): void {
  for (const [, node] of children(child({ document, value: document, at: '#' }, 'paths'))) {
    const item = resolved(node);
    for (const method of item ? METHODS : []) {
      const operation = item && child(item, method);
      if (!operation || !isObject(operation.value)) continue;
      plannedParameters({ item, operation }, bundle);
      plannedBody(operation, bundle);
      plannedAnswers(operation, bundle);
    }
  }
}

function* patternFaults(bundle: SchemaBundle): Generator<string> {
  const known = new Map<string, string | undefined>();
  for (const [key, schema] of Object.entries(bundle.schemas))
    for (const pattern of patternsIn(schema)) {
      if (!known.has(pattern)) known.set(pattern, patternFault(pattern));
      const fault = known.get(pattern);
      if (fault !== undefined)
        yield `At ${bundle.placeOf(key)}: the pattern ${JSON.stringify(short(pattern))} cannot be matched in linear time (RE2): ${short(fault, 120)}.`;
    }
}

function* patternsIn(schema: unknown): Generator<string> {
  const waiting = [schema];
  while (waiting.length > 0) {
    const each = waiting.pop();
    if (Array.isArray(each)) waiting.push(...each.filter(isNested));
    if (!isObject(each)) continue;
    const { pattern, patternProperties, enum: _values, const: _value, ...members } = each;
    if (typeof pattern === 'string') yield pattern;
    if (isObject(patternProperties)) {
      yield* Object.keys(patternProperties);
      waiting.push(...Object.values(patternProperties));
    }
    waiting.push(pattern, ...Object.values(members));
  }
}

const isNested = (value: unknown) => typeof value === 'object';
