import type { Call } from '../call.ts';
import { answerHeaders } from '../forward/answer-headers.ts';

/** Where a GraphQL API tells what a document would cost, beside where it is called. */
const COST_PATH = '/graphql/cost';

/** Is a document only to be measured? It is read and checked as in a call, and then neither limited nor counted. */
export function isCostQuestion({ route, rest }: Pick<Call, 'route' | 'rest'>): boolean {
  return route.kind === 'GRAPHQL' && rest === COST_PATH;
}

/** Answers what the document costs and what the plan allows, and calls no back-end. */
export function answerCost(call: Call): void {
  const { document, subscription } = call;
  if (!document) throw new TypeError('No document was read: the step document comes first.');
  const { type, depth, fieldCost, typeCost, cost } = document.measure;
  const plan = subscription?.plan;
  const body = JSON.stringify({
    operation: type,
    fieldCost,
    typeCost,
    cost,
    maxCost: plan?.maxGraphQLCost ?? null,
    depth,
    maxDepth: plan?.maxGraphQLDepth ?? null,
  });
  const own = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    `${Buffer.byteLength(body)}`,
    'Cache-Control',
    'no-store',
  ];
  call.response.writeHead(200, answerHeaders(call, 200, own));
  call.response.end(body);
}
