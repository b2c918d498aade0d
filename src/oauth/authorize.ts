import { refuse } from '../errors.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The authorization endpoint. No grant of this platform uses it yet, so every response type is refused, and to the
 * caller: nobody is redirected. (RFC 6749 §3.1.1 and §4.1.2.1)
 */
export const authorize: Endpoint = {
  methods: ['GET', 'POST'],
  answer: () =>
    refuse('RESPONSE_TYPE_UNSUPPORTED', {
      detail: 'The OAuth provider supports no response type: get a token from the token endpoint.',
    }),
};
