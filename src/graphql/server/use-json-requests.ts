import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const JSON_TYPE = /^application\/(?:graphql\+)?json\s*(?:;|$)/;

/**
 * Accepts only JSON by POST, and queries by GET. Any page can make a browser send forms and text without a preflight.
 * (Fetch, "CORS-safelisted request-header")
 */
export function useJsonRequests(): Plugin {
  return {
    onRequestParse({ request: { method, headers }, requestParser, setRequestParser, endResponse, fetchAPI }) {
      if (method === 'POST' && !JSON_TYPE.test(headers.get('content-type') ?? ''))
        endResponse(new fetchAPI.Response(null, { status: 415 }));
      else if (method === 'GET' && requestParser)
        setRequestParser((request) => {
          try {
            return requestParser(request);
          } catch (error) {
            throw error instanceof SyntaxError ? noJson() : error;
          }
        });
    },
  };
}

function noJson(): GraphQLError {
  return new GraphQLError('Write the parameters `variables` and `extensions` as JSON.', {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
}
