import type { Hono } from 'hono';
import { z } from 'zod';
import { refuse } from '../../foundation/errors.ts';
import { readDocument } from './backend-document.ts';
import { serve } from './serve.ts';

/**
 * The account records. (spec.md, "Account-records back-end")
 *
 * Decision: the id travels in the path. One page holds every account, so nextPageToken is null.
 */
export function serveAccounts(app: Hono): void {
  const document = readDocument('accounts');
  const accounts = document.example('Accounts', z.looseObject({ Id: z.string() }));
  serve(app, document, {
    getAccounts: (context) => context.json(accounts),
    getAccount(context) {
      const id = context.req.param('id') ?? '';
      const account = accounts.find(({ Id }) => Id === id);
      return context.json(
        account ?? refuse('NOT_FOUND', { detail: `There is no account ${id.slice(0, 80)}.` }),
      );
    },
  });
}
