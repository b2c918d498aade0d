import { type DocumentNode, execute, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import { Refusal, refusal } from '../../../foundation/errors.ts';
import { orgTurns } from '../../../graphql/server/org-turns.ts';
import { change, type Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { type Caller, shareOf } from '../caller.ts';
import {
  type ContextChange,
  type ManagementContext,
  type ManagementDeps,
  managementContextOf,
} from '../context.ts';
import { lintingFirst } from '../lint/linting-first.ts';
import type { Proposal } from './proposed-mutation.ts';
import type { Reviewed } from './reviewed.ts';

/** A mutation to run for a change request. */
type ChangeRun = Proposal & {
  readonly schema: GraphQLSchema;
  readonly deps: ManagementDeps;
  /** The caller with whose authority it runs. */
  readonly caller: Caller;
  /** The actor, for the audit. */
  readonly actor: string;
  readonly address: string | undefined;
  /** The first wave, where it takes the place of the mutation: for the audit. */
  readonly audited?: {
    readonly action: string;
    readonly subject: string;
    readonly timeoutMs: number;
    readonly detail: () => object;
  };
  /** Added to the details of the audit. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Runs in the transaction before the change. */
  readonly before?: (transaction: Transaction) => Promise<void>;
  /** Runs in the transaction after the change, which a throw rolls back. */
  readonly after: (transaction: Transaction, reviewed: Reviewed) => Promise<void>;
};

/**
 * Runs a mutation as its proposer. The change is looked at before it is committed.
 *
 * @returns whether there was anything to change
 * @throws what the mutation refuses
 */
export async function runChange(run: ChangeRun): Promise<boolean> {
  const { schema, mutation, input, deps, caller, address } = run;
  let isRun = false;
  const context: ManagementContext = {
    ...managementContextOf(deps, caller, address),
    change: (request, work) => {
      isRun = true;
      return changeReviewed(run, request, work);
    },
  };
  const document = documentOf(schema, mutation);
  const { errors = [] } = await execute({
    schema,
    document,
    contextValue: context,
    variableValues: { input },
  });
  const [error] = errors;
  if (error) throw causeOf(error);
  return isRun;
}

function changeReviewed<Result>(
  { deps, caller, actor, address, audited, before, after, ...run }: ChangeRun,
  request: ContextChange<Result>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const { reviewed } = request;
  if (!reviewed) throw new TypeError(`${run.mutation} cannot be reviewed`);
  const detailOf = (result: Result) =>
    withDetail(
      audited ? toStore(audited.detail()) : (request.detailOf?.(result) ?? request.detail),
      run.detail ?? {},
    );
  const { action, subject } = audited ?? request;
  return lintingFirst(deps.database, request.orgId, () =>
    change(
      deps.database,
      {
        ...request,
        ...(audited && { timeoutMs: audited.timeoutMs }),
        action,
        subject,
        actor,
        address,
        detailOf,
        turn: () => orgTurns.turn(shareOf(caller)),
      },
      async (transaction) => {
        await before?.(transaction);
        const result = await work(transaction);
        await after(transaction, reviewed(result));
        return result;
      },
    ),
  );
}

const withDetail = (detail: Prisma.InputJsonValue | undefined, more: Readonly<Record<string, unknown>>) =>
  toStore({ ...(detail as Readonly<Record<string, unknown>> | undefined), ...more });

/** Selections that make the mutation list its subscriptions. Of those of `setApiOnline` there are none. */
const selections: Readonly<Record<string, string>> = {
  applyManifest: '{ dryRun }',
  setApiOnline: '{ lifecycleChange { dryRun } }',
};

const documents = new WeakMap<GraphQLSchema, Map<string, DocumentNode>>();

function documentOf(schema: GraphQLSchema, mutation: string): DocumentNode {
  const known = documents.get(schema) ?? new Map<string, DocumentNode>();
  documents.set(schema, known);
  const type = schema.getMutationType()?.getFields()[mutation]?.args[0]?.type;
  const selection = selections[mutation] ?? '{ dryRun subscriptions(first: 1) { kind } }';
  const made =
    known.get(mutation) ??
    parse(`mutation ($input: ${String(type)}) { ${mutation}(input: $input) ${selection} }`);
  known.set(mutation, made);
  return made;
}

/** The refusal of a mutation, or the fault behind it. */
function causeOf(error: GraphQLError): Error {
  const { originalError } = error;
  if (originalError instanceof Refusal) return originalError;
  if (originalError && !(originalError instanceof GraphQLError)) return originalError;
  return refusal('BAD_USER_INPUT', { detail: error.message, path: ['input', 'variables'] });
}
