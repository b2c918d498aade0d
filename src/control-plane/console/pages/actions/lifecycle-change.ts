import type { ResultOf, TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import type { ExecuteDocument } from '../../../../graphql/server/run-document.ts';
import { graphql } from '../../graphql.ts';
import { CHANGE_SELECTION, type PrefilledMutation, prefilled } from '../parts/prefilled.ts';

const LIFECYCLE_CHANGE = graphql(`fragment Change on LifecycleChange { ${CHANGE_SELECTION} }` as const);

/** A lifecycle change, done or rehearsed, as pages show it. */
export type ActionResult = ResultOf<typeof LIFECYCLE_CHANGE>;

type Answer = Readonly<Record<string, ActionResult | { readonly lifecycleChange: ActionResult | null }>>;
type ChangeDocument = TypedDocumentNode<Answer, { readonly input: object }>;

/** A mutation with its variables. */
export type ActionCall = { readonly mutation: PrefilledMutation; readonly input: object };

/** Text of a call, which is what runs, and what people see and copy. */
export const textOf = ({ mutation, input }: ActionCall) =>
  prefilled(mutation, JSON.stringify({ input })) ?? { query: '', variables: '' };

/** Runs a lifecycle mutation. @returns null where nothing would change */
export async function runChange(run: ExecuteDocument, call: ActionCall): Promise<ActionResult | null> {
  const document = parse(textOf(call).query) as ChangeDocument;
  const answer = (await run(document, { input: call.input }))[call.mutation];
  return answer && 'lifecycleChange' in answer ? answer.lifecycleChange : (answer ?? null);
}
