import { Badge } from '../../../../ui/components/badge.tsx';
import { useTexts } from './texts.ts';
import { Moment } from './when.tsx';

/** Time before an end in which it stands out: enough to get another certificate. */
const NEAR_MS = 30 * 86_400_000;

type EndingProps = {
  /** Null is never. */
  readonly at: string | null;
  readonly now: Date;
};

/** The end of a secret, a key or a certificate. It stands out once it is near, or over. */
export function Ending({ at, now }: EndingProps) {
  return (
    <>
      <Moment at={at} /> {at !== null && <EndingBadge at={at} now={now} />}
    </>
  );
}

/** Warns of an end that is near, or over. It is nothing for any other. */
export function EndingBadge({ at, now }: EndingProps & { readonly at: string }) {
  const { text, format } = useTexts();
  const left = new Date(at).getTime() - now.getTime();
  if (left > NEAR_MS) return null;
  const when = format.relative(at, now);
  return left > 0 ? (
    <Badge tone="waiting">{text.ending.ends(when)}</Badge>
  ) : (
    <Badge tone="bad">{text.ending.ended(when)}</Badge>
  );
}
