import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { format } from '../parts/format.ts';
import type { Overview } from './overview-query.ts';

type HealthProps = {
  readonly platform: Overview['platformHealth'];
  /** Calls of each API within the last hour. */
  readonly backends: Overview['backends']['nodes'];
};

/** Share of failed calls from which a back-end is named. */
const AILING = 0.01;
const ILL = 0.2;
/** Time from which the database is slow. */
const SLOW_MS = 100;
/** Back-ends that are named at once. */
const NAMED = 5;

const limits = {
  ALONE: { tone: 'neutral', word: 'Not used', text: 'Limits are counted in each process.' },
  SHARED: { tone: 'good', word: 'Connected', text: 'Limits are counted together.' },
  LOST: { tone: 'bad', word: 'Lost', text: 'Limits are counted in each process until Redis is back.' },
} as const satisfies Record<string, { tone: BadgeTone; word: string; text: string }>;

/** The health of what calls need: back-ends, the database, Redis. */
export function Health({ platform, backends }: HealthProps) {
  const ailing = backends
    .filter(({ api, calls, serverErrors }) => api !== null && serverErrors / calls >= AILING)
    .toSorted((a, b) => b.serverErrors / b.calls - a.serverErrors / a.calls);
  const redis = limits[platform.limits];
  return (
    <Section id="health-heading" title="Health" class="card">
      <ul class="feed">
        <Part
          name="Back-ends"
          tone={ailing.length > 0 ? 'bad' : 'good'}
          word={ailing.length > 0 ? `${ailing.length} with errors` : 'No errors'}
          text="Calls of the last hour."
        />
        {ailing.slice(0, NAMED).map(({ catalog, api, calls, serverErrors }) => (
          <li class="feed-entry feed-part">
            <span>
              {api} <span class="quiet">in {catalog}</span>
            </span>
            <Badge tone={serverErrors / calls >= ILL ? 'bad' : 'waiting'}>
              {format.percent(serverErrors / calls)} of {format.number(calls)} failed
            </Badge>
          </li>
        ))}
        <Part
          name="Database"
          tone={platform.databaseMs < SLOW_MS ? 'good' : 'waiting'}
          word={`${format.number(Math.round(platform.databaseMs))} ms`}
          text="The time of a query."
        />
        <Part name="Redis" {...redis} />
      </ul>
    </Section>
  );
}

type PartProps = {
  readonly name: string;
  readonly tone: BadgeTone;
  readonly word: string;
  readonly text: string;
};

function Part({ name, tone, word, text }: PartProps) {
  return (
    <li class="feed-entry feed-part">
      <span>
        {name} <span class="small quiet">{text}</span>
      </span>
      <Badge tone={tone}>{word}</Badge>
    </li>
  );
}
