import type { InputFieldBuilder } from '@pothos/core';
import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import type { ResponseCache } from '../../../domain/api/response-cache.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ApiRef } from './api.ts';
import { COMPAT, CompatInput } from './compat.ts';

const terms = {
  operations:
    'The GET operations whose answers are kept, at most 20, for example `GET /customers`. Empty means all.',
  seconds:
    'Seconds that an answer is fresh where the back-end has neither Cache-Control nor Expires, 1 to 86400.',
  authorized:
    'Are answers to requests with the header Authorization kept, whatever the back-end says? Without it only where RFC 9111 §3.5 allows it.',
};
const RESPONSE_CACHE =
  'Of a REST API: the answers of GET that gateways keep and give again, by the rules of RFC 9111. An answer is for callers on the same plan; `Vary` tells of what else changes it. Calls count as any other. Null keeps none.';

const ResponseCacheRef = builder.objectRef<ResponseCache>('ResponseCache').implement({
  description: 'The answers of an API that gateways keep and give again.',
  fields: (t) => ({
    operations: t.stringList({
      description: terms.operations,
      resolve: ({ operations }) => [...operations],
    }),
    seconds: t.exposeInt('seconds', {
      nullable: true,
      description: `${terms.seconds} Null keeps no such answer.`,
    }),
    authorized: t.boolean({
      description: terms.authorized,
      resolve: ({ authorized }) => authorized ?? false,
    }),
  }),
});

const ResponseCacheInput = builder.inputType('ResponseCacheInput', {
  description: 'The answers of an API that gateways keep and give again.',
  fields: (t) => ({
    operations: t.stringList({ description: terms.operations }),
    seconds: t.int({ description: terms.seconds }),
    authorized: t.boolean({ description: terms.authorized }),
  }),
});

/** The fields of an input that says what answers in place of the back-end. */
export const answeringFields = (t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>) => ({
  compat: t.field({ type: CompatInput, description: COMPAT }),
  responseCache: t.field({ type: ResponseCacheInput, description: RESPONSE_CACHE }),
});

builder.objectField(ApiRef, 'responseCache', (t) =>
  t.field({
    type: ResponseCacheRef,
    nullable: true,
    description: 'The answers that gateways keep; null for none.',
    resolve: ({ settings }) => stored<ApiSettings>(settings).responseCache,
  }),
);
