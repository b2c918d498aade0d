import type { DocumentNode, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaInitialContext, type YogaServerInstance } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Tracing } from '../../infrastructure/observability/tracing.ts';
import { useKnownOperationTypes } from '../validation/known-operation-types.ts';
import { errorMasker, type OnFault, useErrorCodes } from './refusals.ts';
import { useDocumentLimits } from './use-document-limits.ts';
import { useJsonRequests } from './use-json-requests.ts';
import { useNoSuggestions } from './use-no-suggestions.ts';
import { usePartialAnswers } from './use-partial-answers.ts';
import { useRefusalBodies } from './use-refusal-bodies.ts';
import { type BodyBytesMax, type RequestOwner, useRequestLimits } from './use-request-limits.ts';
import { useTracing } from './use-tracing.ts';

const BODY_BYTES_MAX = 1_000_000;
const TOKENS_MAX = 5_000;
/** Characters of all documents that one handler remembers. */
const REMEMBERED_CHARACTERS_MAX = 200_000;
/** Memory of a parsed document per character, when its fields are short. Others take half. */
export const BYTES_OF_REMEMBERED = 240;
/** The number of remembered documents. Errors of even a short one take a thousand bytes. */
const REMEMBERED_MAX = 1_000;

/** Parsed documents by their texts. `calculatedSize` is their number of characters. */
type RememberedDocuments = LRUCache<string, DocumentNode>;

type GraphQLHandlerOptions<Context extends object, ServerContext extends object = object> = {
  readonly schema: GraphQLSchema;
  /** The path of the endpoint. It may have parameters: `/portal/:org/:catalog/graphql`. */
  readonly endpoint: string;
  /** `initial` has the arguments of the handler besides the request. */
  readonly context: (initial: YogaInitialContext & ServerContext) => Promise<Context> | Context;
  readonly onFault: OnFault;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
  readonly plugins?: readonly Plugin[];
  /** The largest request in bytes. The default is 1 MB. */
  readonly bodyBytesMax?: BodyBytesMax<ServerContext>;
  /** The org whose turn a request takes. Required where `bodyBytesMax` is large. */
  readonly ownerOf?: RequestOwner<ServerContext>;
  /** The longest document in tokens. The default is 5,000. */
  readonly tokensMax?: number;
  /** Remembered documents. By default the handler has its own. */
  readonly documents?: RememberedDocuments;
};

/**
 * Creates a GraphQL server over HTTP, as all of this platform's are. Refusals have codes, JSON is the only format, and
 * there are no batches and no landing page.
 */
export function createGraphQLHandler<Context extends object, ServerContext extends object = object>({
  schema,
  endpoint,
  context,
  onFault,
  tracing,
  plugins = [],
  bodyBytesMax = () => BODY_BYTES_MAX,
  ownerOf,
  tokensMax = TOKENS_MAX,
  documents = rememberedTexts(),
}: GraphQLHandlerOptions<Context, ServerContext>): YogaServerInstance<ServerContext, Context> {
  return createYoga<ServerContext, Context>({
    schema,
    context,
    graphqlEndpoint: endpoint,
    plugins: [
      useJsonRequests(),
      useNoSuggestions(),
      useKnownOperationTypes(),
      useErrorCodes(),
      useRequestLimits(bodyBytesMax, ownerOf),
      useDocumentLimits(tokensMax),
      usePartialAnswers(),
      useRefusalBodies(),
      ...plugins,
      // After those that execute in another way, which its span then holds.
      ...(tracing ? [useTracing(tracing)] : []),
    ] as Plugin<Context, ServerContext>[],
    maskedErrors: { maskError: errorMasker(onFault) },
    // Pages of any origin may call with a token that they hold. Cookies are never credentials here.
    cors: { origin: '*', credentials: false },
    graphiql: false,
    landingPage: false,
    batching: false,
    // Yoga's own limit pipes every body through a stream, which costs more than the query: see useRequestLimits.
    maxRequestBodySize: false,
    logging: false,
    parserAndValidationCache: { documentCache: documents, errorCache: rememberedTexts() },
  });
}

/** Makes a cache by the texts of documents. Its size is bounded, however many new ones arrive. */
export const rememberedTexts = <Value extends object>(charactersMax = REMEMBERED_CHARACTERS_MAX) =>
  new LRUCache<string, Value>({
    max: REMEMBERED_MAX,
    maxSize: charactersMax,
    sizeCalculation: (_value, text) => text.length + 1,
  });
