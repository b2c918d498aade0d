import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { builder, partArgs } from '../builder.ts';
import { ApiRef } from './api.ts';

const DriftSide = builder.enumType('DriftSide', {
  description: 'The side of a call that breaks a document.',
  values: {
    REQUEST: { description: 'The request of a caller, where requests are measured.' },
    ANSWER: { description: 'The answer of the back-end.' },
  } as const,
});

const ApiDriftRef = builder.prismaObject('ContractDrift', {
  name: 'ApiDrift',
  description:
    'A way in which calls of an API break its document in a catalog. It is kept until it has not come for 30 days.',
  fields: (t) => ({
    catalog: t.relation('catalog', { description: 'The catalog in which it was called.' }),
    side: t.field({
      type: DriftSide,
      description: 'The side of the calls that breaks it.',
      resolve: ({ side }) => (side === 'REQUEST' ? 'REQUEST' : 'ANSWER'),
    }),
    operation: t.exposeString('operation', {
      description: 'The operation, for example `GET /customers/{id}`.',
    }),
    pointer: t.exposeString('pointer', {
      description:
        'A JSON Pointer into `path`, `query`, `header`, `status` or `body`, for example `/body/items/*/name`. `*` is any item of a list, and any member that the document does not name.',
    }),
    kind: t.exposeString('keyword', {
      description:
        'The keyword of the schema that is broken, for example `type` or `required`; `status` of a status, `mediaType` of a media type that the document lacks, and `json` of what is no JSON.',
    }),
    calls: t.float({
      description: 'How many of the checked calls broke it so.',
      resolve: ({ calls }) => Number(calls),
    }),
    firstAt: t.expose('firstAt', { type: 'DateTime', description: 'When it was found first.' }),
    lastAt: t.expose('lastAt', { type: 'DateTime', description: 'When it was found last.' }),
  }),
});

builder.objectFields(ApiRef, (t) => ({
  drift: t.prismaField({
    type: [ApiDriftRef],
    description:
      'The ways in which its calls break its document, as gateways found them, those that came last first. At most 200 in a catalog.',
    args: partArgs,
    resolve: (query, { name, version, orgId }, part, { database }) =>
      database.prisma.contractDrift.findMany({
        ...query,
        where: { api: `${name}:${version}`, catalog: { orgId } },
        orderBy: [{ lastAt: 'desc' }, { operation: 'asc' }, { pointer: 'asc' }, { keyword: 'asc' }],
        ...takeSkipOf(part),
      }),
  }),
}));
