import type { PlanLimits, RateLimitUnit } from '../../../../domain/plan/plan.ts';
import { planLimitLine, readPlanLimit } from '../../../../domain/plan/plan-limit-words.ts';
import { short } from '../../../../foundation/text/listed.ts';
import { refuseForm } from '../../../../graphql/server/run-document.ts';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { sentencesOf } from '../../../../ui/kit/form.ts';
import type { Messages } from '../messages.ts';
import { useTexts } from './texts.ts';

/** The fields of limits in a form. */
export const LIMIT_FIELDS = [
  'rateLimit',
  'rateLimitUnit',
  'limits',
  'graphQLCostLimit',
  'graphQLCostLimitUnit',
] as const;

export type LimitForm = Readonly<Record<(typeof LIMIT_FIELDS)[number], string>>;

/** Writes limits as a form has them. */
export const limitForm = (limits: PlanLimits | undefined): LimitForm => ({
  rateLimit: `${limits?.rateLimit ?? ''}`,
  rateLimitUnit: limits?.rateLimitUnit ?? 'HOUR',
  limits: (limits?.limits ?? []).map(planLimitLine).join('\n'),
  graphQLCostLimit: `${limits?.graphQLCostLimit ?? ''}`,
  graphQLCostLimitUnit: limits?.graphQLCostLimitUnit ?? 'HOUR',
});

/**
 * Reads the limits of a form for an input; an empty limit is none.
 *
 * @param path of the limits in that input
 * @throws PageRefusal for a line that is no limit, by the text `notOne`
 */
export const limitsIn = (form: LimitForm, path: readonly string[], { notOne }: Messages['limitFields']) => ({
  rateLimit: numberIn(form.rateLimit),
  rateLimitUnit: unitOf(form.rateLimitUnit),
  limits: sentencesOf(form.limits).map((line) => limitOn(line, [...path, 'limits'], notOne)),
  graphQLCostLimit: numberIn(form.graphQLCostLimit),
  graphQLCostLimitUnit: unitOf(form.graphQLCostLimitUnit),
});

/** Reads a number; an empty field is none. */
export const numberIn = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

function limitOn(line: string, path: readonly string[], notOne: Messages['limitFields']['notOne']) {
  const read = readPlanLimit(line);
  if (read) return { ...read, operations: read.operations && [...read.operations] };
  return refuseForm(notOne(JSON.stringify(short(line))), path);
}

/** Reads the unit of a rate limit. */
export const unitOf = (text: string): RateLimitUnit => (text === 'MINUTE' ? 'MINUTE' : 'HOUR');

const unitsIn = ({ units }: Messages['limitFields']) =>
  Object.entries(units).map(([value, label]) => ({ value, label }));

type LimitFieldsProps = {
  /** Begins the ids of the fields, which several forms of a page may have. */
  readonly id: string;
  readonly form: LimitForm;
  readonly refused: Refused | undefined;
};

type RateLimitFieldsProps = Pick<LimitFieldsProps, 'id' | 'refused'> & {
  readonly form: Pick<LimitForm, 'rateLimit' | 'rateLimitUnit'>;
};

/** The fields of the rate limit: calls, and the window in which they are counted. */
export function RateLimitFields({ id, form, refused }: RateLimitFieldsProps) {
  const { limitFields } = useTexts().text;
  return (
    <div class="columns">
      <Field
        name="rateLimit"
        id={`${id}-rateLimit`}
        label={limitFields.calls}
        hint={limitFields.emptyIsNone}
        type="number"
        value={form.rateLimit}
        refused={refused}
      />
      <SelectField
        name="rateLimitUnit"
        id={`${id}-rateLimitUnit`}
        label={limitFields.in}
        hint={limitFields.fixedWindow}
        value={form.rateLimitUnit}
        options={unitsIn(limitFields)}
      />
    </div>
  );
}

/** The field of limits besides the rate limit, one a line. */
export function FurtherLimitsField({ id, form, refused }: LimitFieldsProps) {
  const { limitFields } = useTexts().text;
  return (
    <LinesField
      name="limits"
      id={`${id}-limits`}
      label={limitFields.further}
      hint={limitFields.furtherHint}
      value={form.limits}
      refused={refused}
    />
  );
}

/** The fields of limits on calls. */
export function CallLimitFields(props: LimitFieldsProps) {
  return (
    <>
      <RateLimitFields {...props} />
      <FurtherLimitsField {...props} />
    </>
  );
}

/** The fields of the limit on the cost of all GraphQL documents. */
export function CostLimitFields({ id, form, refused }: LimitFieldsProps) {
  const { limitFields } = useTexts().text;
  return (
    <>
      <Field
        name="graphQLCostLimit"
        id={`${id}-graphQLCostLimit`}
        label={limitFields.cost}
        hint={limitFields.emptyIsNone}
        type="number"
        value={form.graphQLCostLimit}
        refused={refused}
      />
      <SelectField
        name="graphQLCostLimitUnit"
        id={`${id}-graphQLCostLimitUnit`}
        label={limitFields.in}
        value={form.graphQLCostLimitUnit}
        options={unitsIn(limitFields)}
      />
    </>
  );
}
