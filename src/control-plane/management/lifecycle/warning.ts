import { PHRASE_DESCRIPTION, type PhrasedBreak } from '../../../domain/api/api-break.ts';
import { callsOfBreaks, type LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import { cut } from '../../../graphql/server/take-skip.ts';
import { builder, partArgs } from '../builder.ts';
import {
  AffectedCallerRef,
  affectedCallers,
  affectedCount,
  type CallsInCatalog,
  daysArgs,
} from './affected-callers.ts';

const LifecycleWarningCode = builder.enumType('LifecycleWarningCode', {
  description: 'What a caller should know before doing it.',
  values: {
    BREAKING_API_CHANGE: { description: 'Calls that work now would fail in the new version of an API.' },
    TIGHTER_RATE_LIMIT: { description: 'A target plan allows fewer calls.' },
    TIGHTER_USAGE_LIMIT: { description: 'A target plan allows fewer units of a meter, or fewer kilobytes.' },
    TIGHTER_CONCURRENCY: { description: 'A target plan allows fewer calls at the same time.' },
    OWN_LIMITS_REST: {
      description: 'Own limits of subscriptions do not hold under the target plan, which has another name.',
    },
    DEARER_PRICE: {
      description:
        'A target plan can cost more. Subscribers pay the old price until they accept the new one.',
    },
    TIGHTER_GRAPHQL_LIMIT: {
      description:
        'A target plan allows GraphQL documents less: of cost, of depth, or only registered operations.',
    },
    PLAN_HIDES_MORE: { description: 'A target plan hides more of the GraphQL APIs.' },
    SECURITY_CHANGED: {
      description: 'The new version of an API asks for something else to prove who calls.',
    },
    LESS_VISIBLE: { description: 'Fewer may see the new product, or subscribe to it.' },
    SUBSCRIPTIONS_END: { description: 'Subscriptions are deleted.' },
    BACKEND_MISSING: {
      description: 'Calls of an API lead nowhere: it has no back-end, or names one that the catalog lacks.',
    },
    REGISTRY_UNASSIGNED: {
      description:
        'No username and password admits to an API: its user registry is not assigned to the catalog. The message says what to assign.',
    },
    TOKEN_UNOBTAINABLE: {
      description: 'Nobody can get the access token that an API asks for, in the catalog as it is.',
    },
    PATH_SHARED: { description: 'Another API of the catalog is at the same path, or at a part of it.' },
    API_OFFLINE: {
      description: 'An API of a product that serves is Offline: its calls get 503 until `setApiOnline`.',
    },
    SERVED_BY_COMPAT: {
      description:
        'An API is served by the back-end of another version, through steps. Calls are refused while the catalog lacks that version.',
    },
    MOCKED: { description: 'An API answers from the examples of its document, and calls no back-end.' },
    DRIFTING: {
      description:
        'The back-end of an API lately answered otherwise than its document says, in checked calls of any catalog of the org.',
    },
    RULE_FINDINGS: {
      description:
        'The rule set of the catalog finds something in the document of an API that it does not refuse.',
    },
    SERVER_CLOSED: {
      description:
        'An API calls a GraphQL server whose access policies admit nobody: every field is refused.',
    },
    SUNSET_WITHOUT_SUCCESSOR: {
      description: 'A product gets a sunset, and its subscribers are offered nothing to move to.',
    },
  } as const,
});

/** A break, with the calls that it breaks where they are known. */
type BreakInCatalog = PhrasedBreak & { readonly calls?: CallsInCatalog | undefined };

const LifecycleBreakType = builder.objectRef<BreakInCatalog>('LifecycleBreak').implement({
  description: 'Something that works now and would fail in the new version of an API.',
  fields: (t) => ({
    operation: t.exposeString('operation', {
      nullable: true,
      description:
        'The operation, for example `GET /customers`; null for a GraphQL schema, and for a whole API.',
    }),
    message: t.exposeString('message', { description: 'What is missing or different.' }),
    phrase: t.field({
      type: 'JSON',
      description: PHRASE_DESCRIPTION,
      resolve: ({ phrase }) => phrase,
    }),
    affected: t.field({
      type: [AffectedCallerRef],
      nullable: true,
      description:
        'The subscriptions that called the operation, those who called last first; of a GraphQL schema those whose documents use what breaks. Null where `affected` of the warning is.',
      args: daysArgs.list,
      resolve: ({ calls }, args, context) => affectedCallers(calls, args, context),
    }),
  }),
});

/** A warning of a dry run, or of a change that took place. The calls of a dry run's subscribers are known. */
export type WarningInCatalog = LifecycleWarning & { readonly catalogId?: string };

/** Adds to the warnings of a dry run the catalog in which it would be. */
export const inCatalog = (warnings: readonly LifecycleWarning[], catalogId: string): WarningInCatalog[] =>
  warnings.map((warning) => ({ ...warning, catalogId }));

const callsOf = ({ calls, catalogId }: WarningInCatalog): CallsInCatalog | undefined =>
  calls && catalogId !== undefined ? { ...calls, catalogId } : undefined;

export const LifecycleWarningType = builder.objectRef<WarningInCatalog>('LifecycleWarning').implement({
  description: 'What a caller should know before doing it.',
  fields: (t) => ({
    code: t.expose('code', { type: LifecycleWarningCode, description: 'Which kind of warning.' }),
    message: t.exposeString('message', { description: 'What exactly changes, as a sentence.' }),
    subject: t.exposeString('subject', { description: 'The API, plan or product that it is about.' }),
    facts: t.field({
      type: 'JSON',
      description:
        'What the sentence is made of, as data, for who words it in another language. Its members depend on the code: for example the plans, their limits, and the applications that it touches.',
      resolve: ({ facts }) => facts,
    }),
    breaks: t.field({
      type: [LifecycleBreakType],
      description: 'The breaks of an API one by one; of other warnings none.',
      args: partArgs,
      resolve: (warning, part): BreakInCatalog[] => {
        const calls = callsOf(warning);
        return cut(warning.breaks ?? [], part).map((each) => ({
          ...each,
          calls: calls && { ...calls, ...callsOfBreaks([each]) },
        }));
      },
    }),
    affected: t.field({
      type: [AffectedCallerRef],
      nullable: true,
      description:
        'The subscriptions that called what changes, by operation and field, those who called last first. Of BREAKING_API_CHANGE and SECURITY_CHANGED in a dry run and in `impact`; null otherwise.',
      args: daysArgs.list,
      resolve: (warning, args, context) => affectedCallers(callsOf(warning), args, context),
    }),
    affectedCount: t.int({
      nullable: true,
      description: 'The number of subscriptions that called what changes. Null where `affected` is.',
      args: daysArgs.count,
      resolve: (warning, { days }, context) => {
        const calls = callsOf(warning);
        return calls ? affectedCount(calls, days, context) : null;
      },
    }),
    unaffectedCount: t.int({
      nullable: true,
      description: 'The number of subscriptions that did not call what changes. Null where `affected` is.',
      args: daysArgs.count,
      resolve: async (warning, { days }, context) => {
        const calls = callsOf(warning);
        if (!calls || !('touched' in warning.facts) || !warning.facts.touched) return null;
        return Math.max(0, warning.facts.touched.count - (await affectedCount(calls, days, context)));
      },
    }),
  }),
});
