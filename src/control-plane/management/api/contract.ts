import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import {
  answerChecks,
  type Contract,
  contractDefaults,
  mocks,
  requestChecks,
} from '../../../domain/api/contract.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ApiRef } from './api.ts';

const RequestCheck = builder.enumType('RequestCheck', {
  description: 'The check of requests against the OpenAPI document of their API.',
  values: describedValues(
    requestChecks,
    (name) =>
      ({
        OFF: 'Requests are not checked.',
        MEASURE: 'Requests that break the document are counted, and pass.',
        ENFORCE: 'Requests that break the document are refused with REQUEST_INVALID.',
      })[name],
  ),
});

const AnswerCheck = builder.enumType('AnswerCheck', {
  description: 'The check of answers against the OpenAPI document of their API.',
  values: describedValues(
    answerChecks,
    (name) =>
      ({
        OFF: 'Answers are not checked.',
        MEASURE: 'A sample of answers is checked after they went out; what breaks the document is `drift`.',
      })[name],
  ),
});

const answers =
  'Checks the statuses of answers, their media types, and bodies of JSON up to 100,000 bytes, after callers have them.';
const sample = 'The share of answers that is checked, from 0.0001 to 1.';
const requests =
  'Checks the parameters of path, query and headers, and bodies of JSON up to 100,000 bytes. Larger bodies and other media types of the document pass unchecked.';

const ContractRef = builder.objectRef<Contract>('Contract').implement({
  description: 'How calls of a REST API are checked against its OpenAPI document.',
  fields: (t) => ({
    requests: t.expose('requests', { type: RequestCheck, description: requests }),
    answers: t.expose('answers', { type: AnswerCheck, description: answers }),
    sample: t.exposeFloat('sample', { description: sample }),
  }),
});

export const ContractInput = builder.inputType('ContractInput', {
  description:
    'How calls of a REST API are checked against its OpenAPI document. A document whose patterns can be matched by backtracking alone, or whose schemas ask for themselves, is refused.',
  fields: (t) => ({
    requests: t.field({ type: RequestCheck, description: `${requests} OFF unless given.` }),
    answers: t.field({ type: AnswerCheck, description: `${answers} OFF unless given.` }),
    sample: t.float({ description: `${sample} 0.1 unless given.` }),
  }),
});

export const ApiMock = builder.enumType('ApiMock', {
  description: 'The source of the answers of an API in place of a back-end.',
  values: describedValues(
    mocks,
    (name) =>
      ({
        EXAMPLES:
          'The examples of its OpenAPI document, or values that its schemas allow. Callers choose by `Prefer: code=404, example=gone` (RFC 7240) and by `Accept`. Each answer has the header `X-Gatehouse-Mock`.',
      })[name],
  ),
});

builder.objectFields(ApiRef, (t) => ({
  mock: t.field({
    type: ApiMock,
    nullable: true,
    description: 'The source of its answers in place of a back-end; null calls the back-end.',
    resolve: ({ settings }) => stored<ApiSettings>(settings).mock,
  }),
  contract: t.field({
    type: ContractRef,
    description: 'How calls are checked against its OpenAPI document. Of a GraphQL API all is OFF.',
    resolve: ({ settings }) => stored<ApiSettings>(settings).contract ?? contractDefaults,
  }),
}));
