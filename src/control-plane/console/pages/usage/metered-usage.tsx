import { Icon } from '../../../../ui/components/icon.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import type { ConsoleSession } from '../../page-context.ts';
import { useTexts } from '../parts/texts.ts';
import type { UsageRange } from './usage-range.ts';

export const METERED_PATH = '/console/usage/metered';

type MeteredInput = { readonly org: string; readonly range: UsageRange; readonly isCsv: boolean };

/** Answers with the metered usage of an org as a file. It has the hours that begin in the range. */
export async function meteredUsage(
  { meteredFile }: ConsoleSession,
  { org, range: { from, to }, isCsv }: MeteredInput,
): Promise<Response> {
  const [first, last] = [from, to].map((at) => at.toISOString().slice(0, 10));
  const file = `metered-usage-${first}-${last}.${isCsv ? 'csv' : 'jsonl'}`;
  const answer = await meteredFile({ org, file, from, to });
  answer.headers.set('content-disposition', `attachment; filename="${file}"`);
  return answer;
}

/** Links to the metered usage of the time of a page, for billing systems. */
export function MeteredLinks({ pathAs }: { readonly pathAs: (as: 'csv' | 'jsonl') => string }) {
  const { metered } = useTexts().text.usage;
  return (
    <Section id="metered-heading" title={metered.title} class="card section">
      <p class="text">{metered.hint}</p>
      <p class="row">
        <a class="button" href={pathAs('jsonl')} download>
          <Icon name="download" />
          {metered.events}
        </a>
        <a class="button" href={pathAs('csv')} download>
          <Icon name="download" />
          {metered.csv}
        </a>
      </p>
    </Section>
  );
}
