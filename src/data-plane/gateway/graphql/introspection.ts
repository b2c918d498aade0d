import { createHash } from 'node:crypto';
import { type DocumentNode, OperationTypeNode } from 'graphql';
import { refusal } from '../../../foundation/errors.ts';
import { FairCache } from '../../../foundation/fair-cache.ts';
import {
  type Introspection,
  type IntrospectionAnswer,
  introspected,
  introspectionAnswer,
} from '../../../graphql/schema/introspection-answer.ts';
import { operationsOf } from '../../../graphql/validation/definitions.ts';
import { operationContentIn } from '../../../graphql/validation/introspection-query.ts';
import { fewAtOnce } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import { type RunInChildInput, runInChild } from '../../../infrastructure/child-processes/run-in-child.ts';
import { DocumentRefusal } from './document-refusal.ts';
import type { OperationMeasure } from './operation-measure.ts';
import { type CheckedOperation, LARGE, type ServedSchema } from './served-schema.ts';

type ParsedDocument = { readonly document: DocumentNode; readonly text: string };

/** No back-end works anything out for it. */
const measures: OperationMeasure = {
  type: OperationTypeNode.QUERY,
  fieldCost: 0,
  typeCost: 0,
  cost: 0,
  depth: 0,
  fields: 0,
  aliases: 0,
  directives: 0,
  rootFields: 0,
};

/**
 * The operations of a valid document that the gateway answers itself, by name.
 *
 * Decision: an operation that asks for data as well is refused rather than taken apart; no client writes one. The
 * plan's limits of cost and depth are for what a back-end works out, so that tools can read the schema under any plan.
 *
 * @throws DocumentRefusal when an operation asks for too much of the schema, or for data as well
 */
export function introspectionsOf(schema: ServedSchema, { document, text }: ParsedDocument) {
  const answered = new Map<string | undefined, CheckedOperation>();
  const askedFor = operationContentIn(document);
  const asking = operationsOf(document).filter((operation) => askedFor(operation) !== 'DATA');
  if (asking.length === 0) return answered;
  const isBounded = schema.introspectionBound(document);
  for (const operation of asking) {
    if (askedFor(operation) === 'BOTH') throw refused(MIXED);
    if (!isBounded(operation)) throw refused(TOO_MUCH);
    const name = operation.name?.value;
    answered.set(name, {
      measures,
      fieldSets: [],
      introspect: (variables) => answerOf(schema, { text, operationName: name, variables }),
    });
  }
  return answered;
}

const MIXED =
  'Ask for __schema and __type in an operation of their own: the gateway answers them, not the back-end.';
const TOO_MUCH =
  'The operation asks for more of the schema than twice what the usual introspection query does.';

const refused = (message: string) => new DocumentRefusal('GRAPHQL_VALIDATION_FAILED', [{ message }]);

type IntrospectionInput = Omit<Introspection, 'sdl'>;

/** Tools ask for the whole schema, again and again. */
const answers = new FairCache<IntrospectionAnswer>(
  { bytesMax: 64_000_000, bytesMaxOfOrg: 24_000_000 },
  (answer) => ('text' in answer ? answer.text.length : 0),
);

function answerOf(
  { orgId, key: schemaKey, visible, sdl }: ServedSchema,
  question: IntrospectionInput,
): string | Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([schemaKey, question]))
    .digest('base64url');
  const known = answers.known(orgId, key);
  if (known) return textOf(known);
  if (sdl.length > LARGE)
    return answers
      .get(orgId, key, () => fewAtOnce(orgId, () => runInChild(asking({ ...question, sdl }))))
      .then(textOf);
  const answer = introspected(visible, question);
  answers.keep(orgId, key, answer);
  return textOf(answer);
}

function textOf(answer: IntrospectionAnswer): string {
  if ('text' in answer) return answer.text;
  throw new DocumentRefusal('BAD_USER_INPUT', answer.errors);
}

const asking = (input: Introspection): RunInChildInput<Introspection, IntrospectionAnswer> => ({
  module: 'graphql/schema/introspection-answer',
  work: introspectionAnswer,
  input,
  tooMuch: (amount) =>
    refusal('TEMPORARILY_UNAVAILABLE', { detail: `To read the schema takes ${amount}: try again.` }),
});
