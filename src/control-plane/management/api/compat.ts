import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import type { Compat } from '../../../domain/api/compat.ts';
import type { RecordedFailure, RecordedRuns } from '../../../domain/compat/recorded-verifier.ts';
import type { CompatFailure, CompatVerification } from '../../../domain/compat/verify-compat.ts';
import { refuse } from '../../../foundation/errors.ts';
import { readOpenApi } from '../../../infrastructure/database/documents.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ApiRef } from './api.ts';
import { isVerified, SAMPLES, verificationOf } from './compat-verification.ts';
import { CompatStepInput, TransformationRef, TransformationSide } from './transformations.ts';

const SAMPLES_MAX = 100;
const terms = {
  of: 'The version whose back-end serves this one: its address or its back-end in the catalog, with the credentials that are set there. It has to be published in the same catalog.',
  request:
    'Steps from requests of this version to requests of that version, at most 20. They come after the own `transformations`.',
  answer:
    'Steps from answers of that version to answers of this version, at most 20. They come before the own `transformations`.',
};
/** Description of the field. */
export const COMPAT =
  'Of a REST API: the version whose back-end serves it, in place of its own, with the steps there and back. Null is none.';

const CompatRef = builder.objectRef<Compat>('Compat').implement({
  description: 'The version of an API whose back-end serves another version, and the steps there and back.',
  fields: (t) => ({
    of: t.expose('of', { type: 'VersionedName', description: terms.of }),
    request: t.field({
      type: [TransformationRef],
      description: terms.request,
      resolve: ({ request }) => [...request],
    }),
    answer: t.field({
      type: [TransformationRef],
      description: terms.answer,
      resolve: ({ answer }) => [...answer],
    }),
  }),
});

export const CompatInput = builder.inputType('CompatInput', {
  description: 'The version of an API whose back-end serves another version, and the steps there and back.',
  fields: (t) => ({
    of: t.field({ type: 'VersionedName', required: true, description: terms.of }),
    request: t.field({ type: [CompatStepInput], description: terms.request }),
    answer: t.field({ type: [CompatStepInput], description: terms.answer }),
  }),
});

const CompatFailureRef = builder.objectRef<CompatFailure>('CompatFailure').implement({
  description: 'A way in which the steps of a compat do not lead to what a document says.',
  fields: (t) => ({
    side: t.expose('side', { type: TransformationSide, description: 'The side of the call.' }),
    operation: t.exposeString('operation', { description: 'The operation of the old version.' }),
    status: t.exposeString('status', {
      nullable: true,
      description: 'The status of the answer, as the new document has it; null for a request.',
    }),
    pointer: t.exposeString('pointer', {
      description:
        'The place in the message behind the steps, as a JSON Pointer, for example `/body/name`; `/path` where the new document has no such operation, `/query/…` with the keyword `parameter` where it has no such parameter.',
    }),
    keyword: t.exposeString('keyword', {
      description: 'The keyword of the schema that it breaks, or the code of JSONata.',
    }),
  }),
});

const RecordedFailureRef = builder.objectRef<RecordedFailure>('RecordedFailure').implement({
  description:
    'A recorded shape of a request or answer that the steps of a compat do not lead to what a document says.',
  fields: (t) => ({
    side: t.expose('side', { type: TransformationSide, description: 'The side of the call.' }),
    operation: t.exposeString('operation', { description: 'The operation of the old version.' }),
    status: t.exposeString('status', {
      nullable: true,
      description: 'The status of the answer, as the new document has it; null for a request.',
    }),
    pointer: t.exposeString('pointer', {
      description: 'The place in the message behind the steps, as in `failures`.',
    }),
    keyword: t.exposeString('keyword', {
      description: 'The keyword of the schema that it breaks, or the code of JSONata.',
    }),
    shape: t.field({
      type: 'JSON',
      description:
        'The parameters and the body that were there: types, members that the document names, values that it lists, and whether lists had none, one or many items. No other value of a call is in it.',
      resolve: ({ shape }) => shape,
    }),
    calls: t.exposeFloat('calls', { description: 'How many of the sampled calls had it.' }),
  }),
});

const RecordedRunsRef = builder.objectRef<RecordedRuns>('RecordedRuns').implement({
  description:
    'How the steps of a compat do with the shapes of real calls: requests of the old version, and answers of the new one. They are recorded where a contract samples calls.',
  fields: (t) => ({
    shapes: t.exposeInt('shapes', { description: 'How many recorded shapes went through the steps.' }),
    failures: t.field({
      type: [RecordedFailureRef],
      description: 'Where a message of a recorded shape breaks its document behind the steps; at most 200.',
      resolve: ({ failures }) => [...failures],
    }),
    unsampled: t.exposeInt('unsampled', {
      description:
        'How many recorded shapes no valid sample can be made of, as where their document has changed since.',
    }),
  }),
});

const CompatVerificationRef = builder.objectRef<CompatVerification>('CompatVerification').implement({
  description: 'How the steps of a compat do with samples that are made of both documents.',
  fields: (t) => ({
    isVerified: t.boolean({
      description:
        'Does every sample and every recorded shape lead to what the documents say, and is there a sample of each body?',
      resolve: isVerified,
    }),
    operations: t.exposeInt('operations', { description: 'How many operations the old version has.' }),
    samples: t.exposeInt('samples', { description: 'How many bodies went through the steps.' }),
    failures: t.field({
      type: [CompatFailureRef],
      description: 'Where a message behind the steps breaks its document; at most 200.',
      resolve: ({ failures }) => [...failures],
    }),
    recorded: t.field({
      type: RecordedRunsRef,
      description: 'How the steps do with the shapes of real calls.',
      resolve: ({ recorded }) => recorded,
    }),
    unsampled: t.stringList({
      description: 'The operations with a body of which no valid sample can be made.',
      resolve: ({ unsampled }) => [...unsampled],
    }),
  }),
});

builder.objectFields(ApiRef, (t) => ({
  compat: t.field({
    type: CompatRef,
    nullable: true,
    description: 'The version whose back-end serves it; null for its own back-end.',
    resolve: ({ settings }) => stored<ApiSettings>(settings).compat,
  }),
  verifyCompat: t.field({
    type: CompatVerificationRef,
    nullable: true,
    description:
      'Tries its compat: requests are made of its document, and behind the steps have to be valid for the new version; answers are made of the new document, and have to be valid for this one. Nothing is called. Null without a compat.',
    args: {
      samples: t.arg.int({ defaultValue: SAMPLES, description: 'Samples of each body, 1 to 100.' }),
    },
    resolve: async (
      { id, orgId, name, version, origin, settings },
      { samples },
      { database: { prisma } },
    ) => {
      const { compat } = stored<ApiSettings>(settings);
      if (!compat) return null;
      if (samples == null || samples < 1 || samples > SAMPLES_MAX)
        return refuse('BAD_USER_INPUT', {
          detail: `samples is ${samples}: give a whole number from 1 to ${SAMPLES_MAX}.`,
          path: ['samples'],
        });
      const openapi = await readOpenApi(prisma, origin === 'DRAFT' ? 'Api' : 'CatalogApi', id);
      return verificationOf(prisma, { orgId, api: { name, version }, openapi, compat, samples });
    },
  }),
}));
