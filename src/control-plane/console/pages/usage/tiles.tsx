import { Sparkline } from '../../../../ui/components/sparkline.tsx';
import { type Delta, StatTile } from '../../../../ui/components/stat-tile.tsx';
import { type PageTexts, useTexts } from '../parts/texts.ts';
import { duration } from './duration.ts';
import type { Figures, FiguresInTime } from './figures.ts';
import { inBuckets, type UsageRange } from './usage-range.ts';

type TilesProps = {
  readonly range: UsageRange;
  /** The figures of the range. */
  readonly now: Figures | undefined;
  /** The figures of the time before it. */
  readonly before: Figures | undefined;
  readonly inTime: readonly FiguresInTime[];
  /** Page that tells more. */
  readonly href?: string;
};

const none = {
  calls: 0,
  answered: 0,
  clientErrors: 0,
  limited: 0,
  refused: 0,
  serverErrors: 0,
  measuredRefusals: 0,
};

/** Share of calls that failed, or were refused. There is none where nobody called. */
const shareOf =
  (part: (figures: Omit<Figures, 'p50Ms' | 'p95Ms' | 'p99Ms'>) => number) => (figures: Figures | undefined) =>
    figures && figures.calls > 0 ? part(figures) / figures.calls : null;

const failed = shareOf(({ serverErrors }) => serverErrors);
const refused = shareOf(({ limited, refused: others }) => limited + others);

/** Tiles of calls, failures, durations and refusals, each with a small chart and its change. */
export function Tiles({ range, now, before, inTime, href }: TilesProps) {
  const words = useTexts();
  const { text, format } = words;
  const { tiles } = text.usage;
  const buckets = inBuckets(format, range, inTime).map(({ found }) => found);
  /** Numbers of calls are none where nobody called; durations there are not known. */
  const course = (value: (figures: Figures) => number) => buckets.map((found) => (found ? value(found) : 0));
  const { calls, serverErrors, limited, refused: others, measuredRefusals } = now ?? none;
  const { interval } = range;
  const tile = href === undefined ? {} : { href };
  return (
    <div class="tiles">
      <StatTile
        {...tile}
        name={tiles.calls}
        value={format.number(calls)}
        delta={growth(words, [calls, before?.calls], 'neutral')}
        more={before && tiles.before(before.calls)}
      >
        <Sparkline label={tiles.callsBy(interval)} values={course((each) => each.calls)} />
      </StatTile>
      <StatTile
        {...tile}
        name={tiles.errors}
        value={format.percent(failed(now) ?? 0)}
        delta={growth(words, [failed(now), failed(before)], 'bad')}
        more={tiles.failed(serverErrors)}
      >
        <Sparkline label={tiles.errorsBy(interval)} values={course((each) => each.serverErrors)} tone="bad" />
      </StatTile>
      <StatTile
        {...tile}
        name={tiles.duration}
        value={duration(format, now?.p95Ms ?? null)}
        delta={growth(words, [now?.p95Ms, before?.p95Ms], 'bad')}
        more={tiles.half(duration(format, now?.p50Ms ?? null))}
      >
        <Sparkline label={tiles.durationBy(interval)} values={buckets.map((found) => found?.p95Ms ?? null)} />
      </StatTile>
      <StatTile
        {...tile}
        name={tiles.refused}
        value={format.percent(refused(now) ?? 0)}
        delta={growth(words, [refused(now), refused(before)], 'bad')}
        more={[
          tiles.refusedOrLimited(others, limited),
          ...(measuredRefusals > 0 ? [tiles.measured(measuredRefusals)] : []),
        ].join(', ')}
      >
        <Sparkline
          label={tiles.refusedBy(interval)}
          values={course((each) => each.limited + each.refused)}
          tone="muted"
        />
      </StatTile>
    </div>
  );
}

/** Change from which a delta is told, as a share. */
const TOLD = 0.005;

/** The growth since the time before. Nothing where there is nothing to compare with. */
function growth(
  { text: { usage }, format }: PageTexts,
  [now, before]: readonly (number | null | undefined)[],
  whenUp: 'bad' | 'neutral',
): Delta | undefined {
  if (now == null || before == null || before === 0) return undefined;
  const share = now / before - 1;
  if (Math.abs(share) < TOLD) return undefined;
  const isUp = share > 0;
  const tone = whenUp === 'neutral' ? 'neutral' : isUp ? 'bad' : 'good';
  const text = `${isUp ? '+' : '−'}${format.percent(Math.abs(share))}`;
  return { text, isUp, tone, against: usage.tiles.against };
}
