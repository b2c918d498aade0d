import {
  CALL_STEPS,
  CalledOperation,
  CallingClient,
  compileCallCondition,
} from '../../../domain/access-policy/call-condition.ts';
import { ConditionFault } from '../../../domain/access-policy/condition.ts';
import { positionIn } from '../../../domain/access-policy/policies.ts';
import { refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { methodsAt, operationBy, readOperations } from '../../../openapi/path-template.ts';
import { builder } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { objectOf, sampleCaller } from '../sample-caller.ts';
import { ApiRef, type ApiShape } from './api.ts';
import { operationsOfApi } from './api-operations.ts';

/** The verdict of a condition about a call that was made up. */
type ConditionVerdict = {
  readonly holds: boolean;
  readonly fault: string | null;
  readonly operation: string | null;
};

const ConditionVerdictRef = builder.objectRef<ConditionVerdict>('ConditionVerdict').implement({
  description: 'Whether a condition of a security alternative holds for a call.',
  fields: (t) => ({
    holds: t.exposeBoolean('holds', {
      description: 'Would the call be admitted, as far as the condition decides?',
    }),
    fault: t.exposeString('fault', {
      nullable: true,
      description: 'Why it could not be evaluated, so that the call is refused.',
    }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'The operation as the document names it: `operation.name`; null where it has no such one.',
    }),
  }),
});

/** A request line: the method, and the path below the base path. */
const CALLED = /^([A-Za-z]{1,20}) (\/\S{0,2000})$/;

type ConditionQuestion = {
  readonly condition: string;
  readonly operation: string;
  readonly claims?: unknown;
  readonly headers?: unknown;
  readonly client?: unknown;
};

/** Evaluates a condition as a gateway does. @throws BAD_USER_INPUT with the name of the argument at fault */
async function verdictOf(
  api: ApiShape,
  { condition, operation, claims, headers, client }: ConditionQuestion,
  context: ManagementContext,
): Promise<ConditionVerdict> {
  const compiled = compiledCondition(condition);
  const called = await calledOperation(api, operation, context);
  const { name: org } = await context.database.prisma.org.findUniqueOrThrow({ where: { id: api.orgId } });
  const gateway = { org, api: versionedName(api), client: null, subject: null };
  const call = {
    caller: sampleCaller({ claims, headers, gateway }),
    operation: called,
    client: new CallingClient(clientOf(client)),
  };
  try {
    const holds = compiled.holds(call, { steps: CALL_STEPS });
    return { holds, fault: null, operation: called.name };
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return { holds: false, fault: error.message, operation: called.name };
  }
}

function compiledCondition(text: string) {
  try {
    return compileCallCondition(text);
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return refuse('BAD_USER_INPUT', {
      detail: `${positionIn(text, error.at)}: ${error.message}`,
      path: ['condition'],
    });
  }
}

async function calledOperation(
  api: ApiShape,
  text: string,
  context: ManagementContext,
): Promise<CalledOperation> {
  const [, word, path] = CALLED.exec(text.trim()) ?? [];
  if (word === undefined || path === undefined)
    return refuse('BAD_USER_INPUT', {
      detail: 'Give the method and the path below the base path, for example GET /customers/7.',
      path: ['operation'],
    });
  const method = word.toUpperCase();
  const listed = api.kind === 'REST' ? await operationsOfApi(context, api) : [];
  const paths: Record<string, Record<string, object>> = {};
  for (const each of listed) {
    paths[each.path] ??= {};
    Object.assign(paths[each.path] ?? {}, { [each.method.toLowerCase()]: {} });
  }
  const operations = readOperations({ paths });
  const methods = operations && methodsAt(operations, path);
  return new CalledOperation({ method, path, name: (methods && operationBy(methods, method)) ?? null });
}

function clientOf(value: unknown) {
  const { application = '', consumerOrg = '', plan = '', ...others } = objectOf(value, 'client');
  const [other] = Object.keys(others);
  if (
    other === undefined &&
    typeof application === 'string' &&
    typeof consumerOrg === 'string' &&
    typeof plan === 'string'
  )
    return { application, consumerOrg, plan };
  return refuse('BAD_USER_INPUT', {
    detail: 'client has the texts application, consumerOrg and plan.',
    path: ['client'],
  });
}

builder.objectField(ApiRef, 'explainCondition', (t) =>
  t.field({
    type: ConditionVerdictRef,
    description:
      'Tries a condition of a security alternative for a call that is made up, before it is saved. Nothing is called, and nothing is changed.',
    args: {
      condition: t.arg.string({ required: true, description: 'The expression of CEL.' }),
      operation: t.arg.string({
        required: true,
        description: 'What is called: the method and the path below the base path, as in `GET /customers/7`.',
      }),
      claims: t.arg({
        type: 'JSON',
        description:
          'The claims of the access token, for example `{"sub": "alice", "scope": "customer"}`; none unless given.',
      }),
      headers: t.arg({
        type: 'JSON',
        description: 'The headers by name, for example `{"x-tier": "gold"}`; none unless given.',
      }),
      client: t.arg({
        type: 'JSON',
        description:
          'Who calls, for example `{"application": "shop", "consumerOrg": "consumers", "plan": "gold"}`; nobody unless given.',
      }),
    },
    resolve: (api, question, context) => verdictOf(api, question, context),
  }),
);
