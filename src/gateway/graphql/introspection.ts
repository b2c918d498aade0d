import {
  type DocumentNode,
  executeSync,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Variables } from '../../graphql/amounts.ts';
import { operationsOf } from '../../graphql/definitions.ts';
import { askedIn } from '../../graphql/introspection-query.ts';
import type { IntrospectionBound } from '../../graphql/introspection-size.ts';
import { answerHeaders } from '../answer-headers.ts';
import type { Call } from '../call.ts';
import { answerTypeFor } from './answer-type.ts';
import { DocumentRefusal } from './document-refusal.ts';
import type { Measure } from './measure.ts';

/** Answers an operation that asks for the schema alone, as JSON. @throws BAD_USER_INPUT when its variables do not fit */
export type Introspect = (variables: Variables) => string;

type World = {
  /** As the caller's plan shows it. */
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly bound: IntrospectionBound;
};

/** No back-end works anything out for it. */
const measures: Measure = {
  ...{ type: OperationTypeNode.QUERY, fieldCost: 0, typeCost: 0, cost: 0 },
  ...{ depth: 0, fields: 0, aliases: 0, directives: 0, rootFields: 0 },
};

/**
 * The operations of a valid document that the gateway answers itself, by name.
 *
 * Decision: an operation that asks for data as well is refused rather than taken apart; no client writes one. The plan's
 * limits of cost and depth are for what a back-end works out, so that tools can read the schema under any plan.
 *
 * @throws DocumentRefusal when an operation asks for too much of the schema, or for data as well
 */
export function introspectionsOf({ schema, document, bound }: World) {
  const answered = new Map<string | undefined, { measures: Measure; introspect: Introspect }>();
  const askedFor = askedIn(document);
  const asking = operationsOf(document).filter((operation) => askedFor(operation) !== 'DATA');
  if (asking.length === 0) return answered;
  const isBounded = bound(document);
  for (const operation of asking) {
    if (askedFor(operation) === 'BOTH') throw refused(MIXED);
    if (!isBounded(operation)) throw refused(TOO_MUCH);
    const name = operation.name?.value;
    answered.set(name, {
      measures,
      introspect: (variables) => answerOf({ schema, document, operation }, variables),
    });
  }
  return answered;
}

const MIXED =
  'Ask for __schema and __type in an operation of their own: the gateway answers them, not the back-end.';
const TOO_MUCH =
  'The operation asks for more of the schema than twice what the usual introspection query does.';

const refused = (message: string) => new DocumentRefusal('GRAPHQL_VALIDATION_FAILED', [{ message }]);

type Asked = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
};

const ANSWERED_CHARACTERS_MAX = 32_000_000;
const VARIABLES_CHARACTERS_MAX = 1_000;

/** Tools ask for the whole schema, again and again. */
const answers = new LRUCache<OperationDefinitionNode, { readonly variables: string; readonly text: string }>({
  maxSize: ANSWERED_CHARACTERS_MAX,
  sizeCalculation: ({ variables, text }) => variables.length + text.length + 1,
});

function answerOf({ schema, document, operation }: Asked, given: Variables): string {
  const variables = JSON.stringify(given);
  const known = answers.get(operation);
  if (known?.variables === variables) return known.text;
  const { data, errors } = executeSync({
    schema,
    document,
    operationName: operation.name?.value ?? null,
    variableValues: JSON.parse(variables) as Record<string, unknown>,
    hideSuggestions: true,
  });
  if (!data) throw new DocumentRefusal('BAD_USER_INPUT', errors ?? []);
  const text = JSON.stringify({ data });
  if (variables.length <= VARIABLES_CHARACTERS_MAX) answers.set(operation, { variables, text });
  return text;
}

/** Answers a call that asks for the schema, in place of the back-end. */
export function answerIntrospection(call: Call, text: string): void {
  const own = [
    'Content-Type',
    answerTypeFor(call.request),
    'Content-Length',
    `${Buffer.byteLength(text)}`,
    'Cache-Control',
    'no-store',
  ];
  call.response.writeHead(200, answerHeaders(call, 200, own));
  call.response.end(text);
}
