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
/** Of all documents that one handler remembers. */
const REMEMBERED_CHARACTERS_MAX = 200_000;
/** A document that was parsed takes as many, of short fields: of others, half of it. */
export const BYTES_OF_REMEMBERED = 240;
/** However short they are: what is wrong with one takes a thousand bytes. */
const REMEMBERED_MAX = 1_000;

/** Documents that were parsed, by their texts; `calculatedSize` tells how many characters they have. */
export type RememberedDocuments = LRUCache<string, DocumentNode>;

export type GraphQLHandlerOptions<Context extends object, ServerContext extends object = object> = {
  readonly schema: GraphQLSchema;
  /** The path that it is served at; it may have parameters, as `/portal/:org/:catalog/graphql`. */
  readonly endpoint: string;
  /** `initial` holds what the handler was called with besides the request. */
  readonly context: (initial: YogaInitialContext & ServerContext) => Promise<Context> | Context;
  readonly onFault: OnFault;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
  readonly plugins?: readonly Plugin[];
  /** How large a request may be; 1 MB unless given. */
  readonly bodyBytesMax?: BodyBytesMax<ServerContext>;
  /** Whose turn it is to have a large request read in a thread; needed where `bodyBytesMax` is large. */
  readonly whose?: RequestOwner<ServerContext>;
  /** How long a document may be; 5,000 tokens unless given. */
  readonly tokensMax?: number;
  /** Of its own unless given. */
  readonly documents?: RememberedDocuments;
};

/** A GraphQL server over HTTP as all of this platform's are: refusals with codes, JSON alone, no batches, no landing page. */
export function createGraphQLHandler<Context extends object, ServerContext extends object = object>({
  schema,
  endpoint,
  context,
  onFault,
  tracing,
  plugins = [],
  bodyBytesMax = () => BODY_BYTES_MAX,
  whose,
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
      useRequestLimits(bodyBytesMax, whose),
      useDocumentLimits(tokensMax),
      usePartialAnswers(),
      useRefusalBodies(),
      ...(tracing ? [useTracing(tracing)] : []),
      ...plugins,
    ] as Plugin<Context, ServerContext>[],
    maskedErrors: { maskError: errorMasker(onFault) },
    // Pages of any origin may call with a token that they hold; what a browser holds by itself is never a credential.
    cors: { origin: '*', credentials: false },
    graphiql: false,
    landingPage: false,
    batching: false,
    // Yoga's own pipes every body through a stream, which costs more than the query: see useRequestLimits.
    maxRequestBodySize: false,
    logging: false,
    parserAndValidationCache: { documentCache: documents, errorCache: rememberedTexts() },
  });
}

/** By the texts of documents: whoever sends ever new ones takes no more memory. */
export const rememberedTexts = <Value extends object>(charactersMax = REMEMBERED_CHARACTERS_MAX) =>
  new LRUCache<string, Value>({
    max: REMEMBERED_MAX,
    maxSize: charactersMax,
    sizeCalculation: (_value, text) => text.length + 1,
  });
