import { networkOf } from '../../../domain/addresses/network.ts';
import { refuse } from '../../../foundation/errors.ts';
import { sendContinue } from '../../../http/ingress/send-continue.ts';
import { takenBody } from '../../../http/plain/plain-request.ts';
import { inSpan, type Tracing } from '../../../infrastructure/observability/tracing.ts';
import { type Call, chosenOf } from '../call.ts';
import type { GraphQLDocument } from '../graphql/graphql-document.ts';
import { readDocument } from '../graphql/read-document.ts';
import { requestInUrl } from '../graphql/request-in-url.ts';
import type { ServedSchema } from '../graphql/served-schema.ts';
import type { WorkBudget } from '../graphql/validated-documents.ts';
import type { ValidationBudget } from '../graphql/validation-budget.ts';
import { isCostQuestion } from '../route/cost-question.ts';
import { BodyReader } from './body-reader.ts';
import type { Step, StepFacts } from './step.ts';

const STREAMS = ['text/event-stream', 'multipart/mixed'];
/** The only one whose events are told apart, so that each can be charged. */
const CHARGED = ['text/event-stream'];
const JSON_TYPE = /^application\/json(?:\s*;|$)/i;

/**
 * Reads a GraphQL request and validates it against the schema as the plan shows it.
 *
 * @throws UNSUPPORTED_MEDIA_TYPE, REQUEST_TOO_LARGE, REQUEST_TIMEOUT, METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, and what
 *   `readDocument` does
 */
export const document: Step = (call, deps) => {
  const { api, timeouts } = chosenOf(call);
  if (api.kind !== 'GRAPHQL') return;
  const plan = call.subscription?.plan;
  const viewer = { orgId: call.catalog.orgId, hidden: plan?.hiddenGraphQL ?? NONE };
  const { schemas, persisted, tracing } = deps;
  const takeWith = (bytes: Buffer, schema: ServedSchema) => {
    const work = workOf(call, deps.validationBudget);
    const steps = readDocument(bytes, { api, plan, schema, persisted, work });
    const read = inSpanOf(tracing, () => deps.readingTurns.inTurn(viewer.orgId, steps));
    return read instanceof Promise ? read.then((document) => take(call, document)) : take(call, read);
  };
  const check = (bytes: Buffer) => {
    const schema = schemas.of(api, viewer);
    return schema instanceof Promise
      ? schema.then((built) => takeWith(bytes, built))
      : takeWith(bytes, schema);
  };
  if (call.request.method !== 'POST') return check(requestInUrl(call.target.query));
  checkMediaType(call);
  const maxBytes = api.maxRequestBytes ?? Number.POSITIVE_INFINITY;
  const whole = takenBody(call.request, maxBytes);
  if (whole) return check(whole);
  sendContinue(call.request, call.response);
  const body = new BodyReader(call, { maxBytes, idleMs: timeouts.idleMs });
  call.body = body;
  return body.read().then(check);
};

const NONE: readonly string[] = [];

/** The validation budget of a call. It is that of the subscription's plan, or else of the network. */
function workOf({ subscription, way }: Call, budget: ValidationBudget): WorkBudget {
  const payer = () => subscription?.limitKey ?? `network:${networkOf(way.addresses[0] ?? '')}`;
  return {
    check: () => budget.check(payer()),
    spend: (units) => budget.spend(payer(), units),
  };
}

function take(call: Call, document: GraphQLDocument): void {
  call.document = document;
  call.fieldSets = document.fieldSets;
  call.operation = document.operation;
  checkOperation(call);
}

type Read = GraphQLDocument | Promise<GraphQLDocument>;

function inSpanOf(tracing: Tracing | undefined, read: () => Read): Read {
  if (!tracing) return read();
  return inSpan(tracing, { kind: 'INTERNAL', name: 'graphql.validate' }, (span) => {
    const noted = (document: GraphQLDocument) => {
      const { type, cost, depth } = document.measure;
      span?.set({
        'graphql.operation.type': type,
        'gatehouse.graphql.cost': cost,
        'gatehouse.graphql.depth': depth,
      });
      return document;
    };
    const document = read();
    return document instanceof Promise ? document.then(noted) : noted(document);
  });
}

/**
 * A GET must change nothing: a link on any page makes one. (GraphQL over HTTP, "GET") Events need a caller that takes
 * them one by one.
 */
function checkOperation(call: Call): void {
  const { method, headers } = call.request;
  const type = call.document?.measure.type;
  if (type === 'mutation' && method !== 'POST')
    refuse('METHOD_NOT_ALLOWED', {
      detail: 'Send a mutation by POST.',
      facts: { allowed: 'POST' },
      headers: { Allow: 'POST' },
    });
  if (type !== 'subscription' || isCostQuestion(call)) return;
  const takes = call.subscription?.plan.costLimits.length ? CHARGED : STREAMS;
  const accept = headers.accept?.toLowerCase() ?? '';
  if (!takes.some((each) => accept.includes(each)))
    refuse('NOT_ACCEPTABLE', {
      detail: `A subscription is answered event by event: accept ${takes.join(' or ')}.`,
      facts: { header: 'Accept', takes },
    });
}

function checkMediaType({ request: { headers } }: Call): void {
  if (!JSON_TYPE.test(headers['content-type'] ?? ''))
    refuse('UNSUPPORTED_MEDIA_TYPE', {
      detail: /^multipart\//i.test(headers['content-type'] ?? '')
        ? 'Files are not taken along with a GraphQL document: upload them elsewhere, and send application/json.'
        : 'Send the GraphQL document as application/json.',
      facts: { header: 'Content-Type', takes: ['application/json'] },
    });
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    refuse('UNSUPPORTED_MEDIA_TYPE', {
      detail: 'Send the body without Content-Encoding.',
      facts: { header: 'Content-Encoding', takes: ['identity'] },
    });
}

/** The bounds of a document, and the operation that it asks for. */
export const documentFacts: StepFacts = ({ document: read, chosen, subscription }) => {
  if (chosen?.api.kind !== 'GRAPHQL') return {};
  const registeredOperationsOnly = subscription?.plan.registeredOperationsOnly ?? false;
  const { maxTokens, maxOperations, maxFragments } = chosen.api.documentBounds;
  return {
    maxTokens,
    maxOperations,
    maxFragments,
    registeredOperationsOnly,
    ...(read && { operation: read.measure.type }),
  };
};
