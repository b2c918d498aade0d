import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { changeRequestPath } from '../parts/console-paths.ts';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import type { ShownRequest } from './request-query.ts';

type WavesProps = { readonly org: string; readonly request: ShownRequest; readonly mayChange: boolean };

/** The waves of a request, with their calls beside those that they are compared with. */
export function Waves({ org, request, mayChange }: WavesProps) {
  const { changeRequests: words } = useTexts().text;
  const { waves, haltIf, state } = request;
  const running = waves.find((wave) => wave.state === 'RUNNING');
  const judged = waves.findLast(({ figures }) => figures !== null);
  if (waves.length === 0) return null;
  return (
    <Section id="waves-heading" title={words.waves.title}>
      <div class="stack">
        <p class="text">{words.waves.lead}</p>
        {running?.waitsFor && <Notice tone="info" title={words.waves.waits[running.waitsFor]} />}
        <WaveTable waves={waves} />
        {judged?.figures && <Figures number={judged.number} figures={judged.figures} />}
        {haltIf && <p class="small quiet">{words.waves.rule(haltIf)}</p>}
        {mayChange && state === 'RUNNING' && running && (
          <WaveButtons path={changeRequestPath({ org, number: request.number })} wave={running.number} />
        )}
      </div>
    </Section>
  );
}

function WaveTable({ waves }: Pick<ShownRequest, 'waves'>) {
  const { changeRequests: words } = useTexts().text;
  return (
    <Table
      caption={words.waves.title}
      rows={waves}
      columns={[
        { heading: words.waves.wave, cell: ({ number }) => number },
        { heading: words.waves.whose, cell: (wave) => words.waves.share(wave) },
        { heading: words.state, cell: ({ state }) => <State state={state} /> },
        { heading: words.waves.moved, cell: ({ moved, startedAt }) => (startedAt === null ? '–' : moved) },
        {
          heading: words.waves.time,
          cell: ({ startedAt, endsAt, endedAt, minutes }) => (
            <>
              {startedAt === null ? words.waves.minutes(minutes) : <When at={startedAt} />}
              {(endsAt ?? endedAt) !== null && (
                <>
                  {' '}
                  {words.waves.until} <When at={endsAt ?? endedAt ?? ''} />
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

type WaveFigures = NonNullable<ShownRequest['waves'][number]['figures']>;

function Figures({ number, figures }: { readonly number: number; readonly figures: WaveFigures }) {
  const { changeRequests: words } = useTexts().text;
  const sides = (['moved', 'rest', 'before'] as const).map((side) => ({ side, ...figures[side] }));
  return (
    <Table
      caption={words.waves.figures(number)}
      rows={sides}
      columns={[
        { heading: words.waves.side, cell: ({ side }) => words.waves.sides[side] },
        { heading: words.waves.calls, cell: ({ calls }) => words.waves.count(calls) },
        {
          heading: words.waves.serverErrors,
          cell: ({ calls, serverErrors }) => words.waves.of(serverErrors, calls),
        },
        {
          heading: words.waves.clientErrors,
          cell: ({ calls, clientErrors }) => words.waves.of(clientErrors, calls),
        },
        { heading: words.waves.refused, cell: ({ calls, refused }) => words.waves.of(refused, calls) },
        { heading: words.waves.p95, cell: ({ p95Ms }) => words.waves.ms(p95Ms) },
      ]}
    />
  );
}

function WaveButtons({ path, wave }: { readonly path: string; readonly wave: number }) {
  const { changeRequests: words } = useTexts().text;
  return (
    <div class="row actions">
      <form method="post" action={path} data-confirm={words.waves.confirmAdvance}>
        <input type="hidden" name="wave" value={String(wave)} />
        <button class="button" type="submit" name="action" value="advance">
          {words.waves.advance}
        </button>
      </form>
      <form method="post" action={path} data-confirm={words.waves.confirmHalt}>
        <button class="button button-danger" type="submit" name="action" value="halt">
          {words.waves.halt}
        </button>
      </form>
    </div>
  );
}
