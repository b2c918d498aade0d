import type { Context } from 'hono';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import type { ConsoleEnv } from '../../page-context.ts';
import { CALLS_PATH } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';

const TEXTS = ['catalog', 'code', 'consumerOrg', 'application', 'api', 'operation'] as const;
const NUMBERS = ['status', 'slowerThanMs'] as const;
const outcomes = ['ANSWERED', 'REFUSED'] as const;

/** The filter of the address, as the management API takes it. */
export type CallFilter = { readonly [Member in (typeof TEXTS)[number]]?: string } & {
  readonly [Member in (typeof NUMBERS)[number]]?: number;
} & { readonly outcome?: (typeof outcomes)[number] };

/** Reads the filter of an address. An empty field is left out, and so is what is no number. */
export function callFilterIn({ req }: Context<ConsoleEnv>): CallFilter {
  const texts = TEXTS.map((name) => [name, req.query(name)?.trim()] as const);
  const numbers = NUMBERS.map((name) => [name, Number(req.query(name) ?? '')] as const);
  const outcome = outcomes.find((each) => each === req.query('outcome'));
  return {
    ...Object.fromEntries(texts.filter(([, value]) => value)),
    ...Object.fromEntries(numbers.filter(([, value]) => Number.isInteger(value) && value > 0)),
    ...(outcome && { outcome }),
  };
}

/** The address of the list with a filter. Others lead to it: usage by a code, an application by its name. */
export function callsPath(org: string, filter: CallFilter = {}): string {
  const query = Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]);
  return `${CALLS_PATH}?${new URLSearchParams([['org', org], ...query])}`;
}

/** Tells whether a filter leaves calls out. */
export const isFiltered = (filter: CallFilter): boolean => Object.keys(filter).length > 0;

/** Form of the filter. It leads to an address that can be kept. */
export function CallFilterForm({ org, filter }: { org: string; filter: CallFilter }) {
  const { filter: text } = useTexts().text.calls;
  const { status, slowerThanMs } = filter;
  return (
    <search>
      <details class="card calls-search" open={isFiltered(filter)}>
        <summary class="details-summary">{text.filter}</summary>
        <form method="get" action={CALLS_PATH} class="form-row calls-filter">
          <input type="hidden" name="org" value={org} />
          <SelectField
            name="outcome"
            label={text.outcome}
            value={filter.outcome ?? ''}
            options={[
              { value: '', label: text.outcomes.ALL },
              { value: 'REFUSED', label: text.outcomes.REFUSED },
              { value: 'ANSWERED', label: text.outcomes.ANSWERED },
            ]}
          />
          <Field name="code" label={text.code} value={filter.code} />
          <Field
            name="status"
            label={text.status}
            type="number"
            value={status === undefined ? '' : `${status}`}
          />
          <Field name="api" label={text.api} value={filter.api} />
          <Field name="operation" label={text.operation} value={filter.operation} />
          <Field name="application" label={text.application} value={filter.application} />
          <Field name="catalog" label={text.catalog} value={filter.catalog} />
          <Field
            name="slowerThanMs"
            label={text.slowerThanMs}
            type="number"
            value={slowerThanMs === undefined ? '' : `${slowerThanMs}`}
          />
          {filter.consumerOrg !== undefined && (
            <input type="hidden" name="consumerOrg" value={filter.consumerOrg} />
          )}
          <div class="form-row-end">
            <button class="button" type="submit">
              {text.filter}
            </button>
          </div>
        </form>
      </details>
    </search>
  );
}
