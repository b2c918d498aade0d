import { Time } from '../../../../ui/components/time.tsx';
import { useTexts } from './texts.ts';

/** An instant of the console: from now where scripts run, else in UTC. */
export function When({ at }: { readonly at: string }) {
  const { format } = useTexts();
  return <Time at={at} text={format.dateTime(at)} />;
}

/** An instant of the console in UTC, for people: null is never. */
export function Moment({ at }: { readonly at: string | null }) {
  const { text, format } = useTexts();
  return <span class="when">{at === null ? text.never : format.dateTime(at)}</span>;
}
