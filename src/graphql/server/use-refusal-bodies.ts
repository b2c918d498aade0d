import type { Plugin } from 'graphql-yoga';
import type { RefusalCode } from '../../foundation/errors.ts';

/** Bodies for yoga's refusals without one, by status. */
const bodies = new Map<number, { code: RefusalCode; message: string }>([
  [406, { code: 'BAD_USER_INPUT', message: 'Accept application/json or application/graphql-response+json.' }],
  [
    415,
    {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'Send the GraphQL document as JSON: set Content-Type to application/json.',
    },
  ],
]);

/** Gives every refusal its code and message, also where yoga answers with the status alone. */
export function useRefusalBodies(): Plugin {
  return {
    onResponse({ response, setResponse, fetchAPI }) {
      const body = bodies.get(response.status);
      if (!body || response.body) return;
      const { code, message } = body;
      setResponse(
        fetchAPI.Response.json({ errors: [{ message, extensions: { code } }] }, { status: response.status }),
      );
    },
  };
}
