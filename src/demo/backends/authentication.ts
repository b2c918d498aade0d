import type { Hono } from 'hono';
import { auth } from 'hono/utils/basic-auth';
import { z } from 'zod';
import { refuse } from '../../foundation/errors.ts';
import { readDocument } from './backend-document.ts';
import { serve } from './serve.ts';

/** RFC 7617 §2.1: `charset` tells that the credentials are read as UTF-8. */
const CHALLENGE = 'Basic realm="sample users", charset="UTF-8"';

/** The authentication URL: 200 when the username and the password belong together, else 401. (spec.md, User registry) */
export function serveAuthentication(app: Hono): void {
  const document = readDocument('authentication');
  const people = document.example('People', z.object({ username: z.string(), password: z.string() }));
  serve(app, document, {
    authenticate(context) {
      const credentials = auth(context.req.raw);
      const person = people.find(
        ({ username, password }) => username === credentials?.username && password === credentials.password,
      );
      if (person) return context.json({ username: person.username });
      return refuse('SIGN_IN_FAILED', {
        detail: 'Send a username and password that are known here as HTTP Basic credentials.',
        headers: { 'WWW-Authenticate': CHALLENGE },
      });
    },
  });
}
