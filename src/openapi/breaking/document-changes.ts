import { isObject, type JsonObject } from '../../foundation/json.ts';
import { namesIn, valueAt } from '../../foundation/json-pointer.ts';
import { type ChangePhrase, phrase, said } from '../../foundation/text/change-phrase.ts';
import { type BreakingChange, breakingChanges, isRemoval } from './breaking-changes.ts';
import { type Operation, operationName, operationsOf, pathsByShape } from './operations.ts';

/** A difference between two versions of an API, for people who call it. */
export type ApiChange = {
  readonly kind: ApiChangeKind;
  /** The operation. Null for a GraphQL schema and for the whole API. */
  readonly operation: string | null;
  /** The part that is different, with its type and field in a GraphQL schema. */
  readonly message: string;
  readonly phrase: ChangePhrase;
};

/** The kinds of change, in the order in which they are shown. */
export const apiChangeKinds = ['BROKEN', 'DEPRECATED', 'CHANGED', 'ADDED'] as const;
type ApiChangeKind = (typeof apiChangeKinds)[number];

/**
 * Lists the differences between two versions of an OpenAPI document by operation.
 *
 * A member that the way back would remove is one that was added. An operation that neither breaks nor gained a member, but
 * is written in another way, is changed.
 */
export function documentChanges(before: JsonObject, after: JsonObject): ApiChange[] {
  const breaks = breakingChanges(before, after);
  const added = breakingChanges(after, before).filter(
    (each) => isRemoval(each) || each.phrase.code === 'REMOVED',
  );
  const [was, is] = [before, after].map(operationsByShape) as [Operations, Operations];
  const own = [...is].flatMap(([shape, operation]) => {
    const old = was.get(shape);
    const told = [...breaks, ...added].some((each) => isOf(each, operation) || (old && isOf(each, old)));
    return old ? inOperation(old, operation, told) : [];
  });
  return [...breaks.map(broken), ...own, ...added.map(gained)];
}

type Operations = ReadonlyMap<string, Operation>;

const operationsByShape = (document: JsonObject): Operations =>
  new Map(
    [...pathsByShape(document)].flatMap(([shape, path]) =>
      operationsOf(path).map((operation) => [`${operation.method} ${shape}`, operation] as const),
    ),
  );

const isOf = ({ operation }: BreakingChange, named: Operation) => operation === operationName(named);

const broken = ({ operation, message, phrase: words }: BreakingChange): ApiChange => ({
  kind: 'BROKEN',
  operation,
  message,
  phrase: words,
});

/** The way back removes an operation that is new, or a member that is. */
function gained({ operation, ...lost }: BreakingChange): ApiChange {
  const words = isRemoval(lost) ? phrase('OPERATION_NEW') : { ...lost.phrase, code: 'ADDED' as const };
  return { kind: 'ADDED', operation, ...said(words) };
}

function inOperation(before: Operation, after: Operation, isTold: boolean): ApiChange[] {
  const operation = operationName(after);
  if (isDeprecated(after) && !isDeprecated(before))
    return [{ kind: 'DEPRECATED', operation, ...said(phrase('OPERATION_DEPRECATED')) }];
  if (isTold || contentOf(before) === contentOf(after)) return [];
  return [{ kind: 'CHANGED', operation, ...said(phrase('OPERATION_REWRITTEN')) }];
}

const isDeprecated = ({ operation: { value } }: Operation) => isObject(value) && value['deprecated'] === true;

/** Schemas that the text of an operation has at most. */
const REFERENCES_MAX = 300;

/** The text of an operation with all that it refers to. Vendor extensions, servers and security are none of it. */
function contentOf({ operation, item }: Operation): string {
  const parameters = isObject(item.value) ? item.value['parameters'] : undefined;
  const texts: string[] = [];
  const seen = new Set<string>();
  const waiting: unknown[] = [parameters, operation.value];
  while (waiting.length > 0 && seen.size < REFERENCES_MAX) {
    texts.push(
      JSON.stringify(waiting.shift(), (key, value) => {
        if (key.startsWith('x-') || key === 'servers' || key === 'security') return undefined;
        if (key === '$ref' && typeof value === 'string' && !seen.has(value)) {
          seen.add(value);
          const names = namesIn(value);
          if (names) waiting.push(valueAt(operation.document, names));
        }
        return value;
      }) ?? '',
    );
  }
  return texts.join('\n');
}
