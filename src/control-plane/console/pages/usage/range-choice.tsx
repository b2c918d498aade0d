import { usageSpans } from '../../../../domain/call/usage.ts';
import { Dropdown } from '../../../../ui/components/dropdown.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { Icon } from '../../../../ui/components/icon.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { Segments } from '../../../../ui/components/segments.tsx';
import { useTexts } from '../parts/texts.ts';
import type { UsageRange } from './usage-range.ts';

type RangeChoiceProps = {
  readonly range: UsageRange;
  readonly refused?: Refused | undefined;
  readonly path: string;
  /** Further values of the address. */
  readonly others: Readonly<Record<string, string>>;
};

const DAY_LENGTH = 10;
const LAST_MS = 1;

/** The choice of a page's time: a span up to now, or days. */
export function RangeChoice({ range, refused, path, others }: RangeChoiceProps) {
  const { usage: text } = useTexts().text;
  const last = new Date(range.to.getTime() - LAST_MS);
  const [from, to] = [range.from, last].map((at) => at.toISOString().slice(0, DAY_LENGTH));
  return (
    <div class="row">
      <Segments
        label={text.range.label}
        segments={usageSpans.map((span) => ({
          title: text.spans[span].short,
          href: `${path}?${new URLSearchParams({ ...others, span })}`,
          isCurrent: span === range.span,
        }))}
      />
      <Dropdown
        class={range.days ? 'button button-small button-pressed' : 'button button-small'}
        summary={
          <>
            <Icon name="calendar-clock" />
            {range.days ? text.days(...range.days) : text.range.days}
          </>
        }
        isOpen={refused !== undefined}
      >
        <form class="form dropdown-form" method="get" action={path}>
          {Object.entries(others).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <Field name="from" label={text.range.from} type="date" value={from} refused={refused} required />
          <Field name="to" label={text.range.to} type="date" value={to} required />
          <button class="button button-primary" type="submit">
            {text.range.show}
          </button>
        </form>
      </Dropdown>
    </div>
  );
}
