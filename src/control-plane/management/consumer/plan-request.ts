import type { FormAnswers } from '../../../domain/consumer/form-answers.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import type { PlanRequestWithPlan } from '../../consumer/plan-request.ts';
import { builder } from '../builder.ts';
import { PlanRef } from '../product/plan.ts';
import { FormAnswersRef } from './form-answers.ts';

export const PlanRequestRef = builder.objectRef<PlanRequestWithPlan>('PlanRequest').implement({
  description: 'Another plan that a consumer asks for. The present plan holds until it is approved.',
  fields: (t) => ({
    plan: t.field({
      type: PlanRef,
      description: 'The plan that is asked for.',
      resolve: ({ catalogPlan }) => catalogPlan,
    }),
    requestedBy: t.exposeString('requestedBy', { description: 'The member who asks.' }),
    requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When it was asked for.' }),
    rejectedAt: t.expose('rejectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was rejected; null while it waits.',
    }),
    rejectionReason: t.exposeString('rejectionReason', {
      nullable: true,
      description: 'Why it was rejected, if that was said.',
    }),
    formAnswers: t.field({
      type: FormAnswersRef,
      nullable: true,
      description:
        'What the consumer has answered to the form of that plan, with the earlier answers; null where nothing was asked.',
      resolve: ({ formAnswers }) => stored<FormAnswers | null>(formAnswers),
    }),
  }),
});
