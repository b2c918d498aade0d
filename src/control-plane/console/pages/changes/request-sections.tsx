import { LinesField } from '../../../../ui/components/field.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { AuditDetail } from '../overview/audit-detail.tsx';
import { changeRequestPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import type { ShownRequest } from './request-query.ts';

/** The steps of a manifest, each with what differs. */
export function Steps({ request: { steps, stepCount } }: { request: ShownRequest }) {
  const { text } = useTexts();
  const words = text.changeRequests;
  return (
    <>
      <Table
        caption={words.steps}
        rows={steps}
        columns={[
          { heading: words.action, cell: ({ action }) => text.label(action) },
          { heading: words.kind, cell: ({ kind }) => kind },
          { heading: words.thing, cell: ({ name }) => <span class="address">{name}</span> },
          {
            heading: words.difference,
            cell: ({ diff, kind, name }) =>
              diff !== null && (
                <details>
                  <summary class="details-summary">
                    {words.difference}
                    <span class="visually-hidden"> {words.differenceOf(kind, name)}</span>
                  </summary>
                  <AuditDetail detail={sidesOf(diff as Difference)} />
                </details>
              ),
          },
        ]}
      />
      {stepCount > steps.length && <p class="text">{words.firstSteps(steps.length, stepCount)}</p>}
    </>
  );
}

type Difference = Readonly<Record<string, unknown>>;

/** Turns members with before and after into two sides. Other members stay as they are. */
function sidesOf(diff: Difference): object {
  const [before, after]: Record<string, unknown>[] = [{}, {}];
  for (const [member, change] of Object.entries(diff)) {
    if (typeof change !== 'object' || change === null || !('after' in change)) return diff;
    const { before: was, after: is } = change as { readonly before?: unknown; readonly after?: unknown };
    if (before && was !== null && was !== undefined) before[member] = was;
    if (after && is !== null && is !== undefined) after[member] = is;
  }
  return { before: { '': before }, after: { '': after } };
}

type CommentsProps = {
  readonly org: string;
  readonly request: ShownRequest;
  readonly mayChange: boolean;
};

export function Comments({ org, request: { number, comments }, mayChange }: CommentsProps) {
  const { changeRequests: words } = useTexts().text;
  return (
    <Section id="comments-heading" title={words.comments}>
      <div class="stack">
        {comments.length === 0 ? (
          <p class="text">{words.noComments}</p>
        ) : (
          <ul class="plain-list stack">
            {comments.map(({ writtenBy, text, at }) => (
              <li class="card">
                <p class="small quiet">
                  {writtenBy}, <When at={at} />
                </p>
                {text.split('\n').map((line) => (
                  <p class="text">{line}</p>
                ))}
              </li>
            ))}
          </ul>
        )}
        {mayChange && (
          <form method="post" action={changeRequestPath({ org, number })} class="form">
            <LinesField name="text" label={words.comment} value="" />
            <div>
              <button class="button" type="submit" name="action" value="comment">
                {words.send}
              </button>
            </div>
          </form>
        )}
      </div>
    </Section>
  );
}
