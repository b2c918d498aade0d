import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaInitialContext, type YogaServerInstance } from 'graphql-yoga';
import { errorMasker, type OnFault, useErrorCodes } from './refusals.ts';

export type GraphQLHandlerOptions<Context extends object> = {
  readonly schema: GraphQLSchema;
  /** The path that it is served at. */
  readonly endpoint: string;
  readonly context: (initial: YogaInitialContext) => Promise<Context> | Context;
  readonly onFault: OnFault;
  readonly plugins?: readonly Plugin[];
};

/** A GraphQL server over HTTP as all of this platform's are: refusals with codes, no batches, no landing page. */
export function createGraphQLHandler<Context extends object>({
  schema,
  endpoint,
  context,
  onFault,
  plugins = [],
}: GraphQLHandlerOptions<Context>): YogaServerInstance<object, Context> {
  return createYoga<object, Context>({
    schema,
    context,
    graphqlEndpoint: endpoint,
    plugins: [useErrorCodes(), ...plugins] as Plugin<Context>[],
    maskedErrors: { maskError: errorMasker(onFault) },
    graphiql: false,
    landingPage: false,
    batching: false,
    logging: false,
    parserAndValidationCache: true,
  });
}
