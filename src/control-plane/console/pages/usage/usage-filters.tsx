import { Icon } from '../../../../ui/components/icon.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { useTexts } from '../parts/texts.ts';
import { RangeChoice } from './range-choice.tsx';
import type { Filter } from './usage-query.ts';
import type { RangeQuery, UsageRange } from './usage-range.ts';

const PATH = '/console/usage';

type UsageFiltersProps = {
  readonly query: { readonly org: string; readonly time: RangeQuery; readonly filter: Filter };
  readonly catalogs: readonly { readonly name: string; readonly title: string }[];
  readonly range: UsageRange;
  readonly refused: Refused | undefined;
  /** Address of the page with another filter. */
  readonly pathOf: (filter: Filter) => string;
};

/** The time and the filters of the page, each with a link that removes it. */
export function UsageFilters({ query, catalogs, range, refused, pathOf }: UsageFiltersProps) {
  const { filters: text } = useTexts().text.usage;
  const { org, time, filter } = query;
  const { catalog = '', ...narrow } = filter;
  return (
    <div class="toolbar">
      <RangeChoice range={range} refused={refused} path={PATH} others={{ org, ...filter }} />
      <form method="get" action={PATH} class="row">
        {Object.entries({ org, ...time, ...narrow }).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <select class="input select" name="catalog" aria-label={text.catalog}>
          <option value="">{text.everyCatalog}</option>
          {catalogs.map(({ name, title }) => (
            <option value={name} selected={name === catalog}>
              {title}
            </option>
          ))}
        </select>
        <button class="button" type="submit">
          {text.show}
        </button>
      </form>
      {Object.entries(narrow).map(([name, value]) => {
        const { [name as keyof Filter]: _left, ...rest } = filter;
        return (
          <a class="chip" href={pathOf(rest)}>
            <span>
              {text.only[name as keyof Filter]} <strong>{value}</strong>
            </span>
            <Icon name="x" />
            <span class="visually-hidden">{text.showAll(value)}</span>
          </a>
        );
      })}
    </div>
  );
}
