import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { useTexts } from '../parts/texts.ts';
import { titled } from '../parts/titles.ts';
import type { Overview } from './overview-query.ts';

type HealthProps = {
  readonly platform: Overview['platformHealth'];
  /** Calls of each API within the last hour. */
  readonly backends: Overview['backends']['nodes'];
};

/** Share of failed calls from which a back-end is named. */
const AILING = 0.01;
/** Share of failed calls from which somebody has to look after it. */
export const ILL = 0.2;
/** Time from which the database is slow. */
const SLOW_MS = 100;
/** Back-ends that are named at once. */
const NAMED = 5;

/** Tones of the counts of limits, which Redis keeps. */
const tones = { ALONE: 'neutral', SHARED: 'good', LOST: 'bad' } as const;

/** The health of what calls need: back-ends, the database, Redis. */
export function Health({ platform, backends }: HealthProps) {
  const { text, format } = useTexts();
  const { health: words } = text.overview;
  const ailing = backends
    .filter(({ api, calls, serverErrors }) => api !== null && serverErrors / calls >= AILING)
    .toSorted((a, b) => b.serverErrors / b.calls - a.serverErrors / a.calls);
  return (
    <Section id="health-heading" title={words.title} class="card">
      <ul class="feed">
        <Part
          name={words.backends}
          tone={ailing.length > 0 ? 'bad' : 'good'}
          word={ailing.length > 0 ? words.withErrors(ailing.length) : words.noErrors}
          text={words.backendsHint}
        />
        {ailing.slice(0, NAMED).map(({ catalog, catalogTitle, api, apiTitle, calls, serverErrors }) => (
          <li class="feed-entry feed-part">
            <span>
              {titled(api ?? '', apiTitle)}{' '}
              <span class="quiet">{words.within(catalogTitle ?? catalog ?? '')}</span>
            </span>
            <Badge tone={serverErrors / calls >= ILL ? 'bad' : 'waiting'}>
              {words.failed(serverErrors / calls, calls)}
            </Badge>
          </li>
        ))}
        <Part
          name={words.database}
          tone={platform.databaseMs < SLOW_MS ? 'good' : 'waiting'}
          word={`${format.number(Math.round(platform.databaseMs))} ms`}
          text={words.databaseHint}
        />
        <Part name="Redis" tone={tones[platform.limits]} {...words.redis[platform.limits]} />
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
