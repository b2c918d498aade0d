import { Section } from '../../../../ui/components/section.tsx';
import { undoPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import type { Overview } from './overview-query.ts';
import { ToldChange } from './told-change.tsx';

type Change = Overview['auditEvents']['nodes'][number];
type Undoable = Overview['undoableChanges']['nodes'][number];

type RecentChangesProps = {
  readonly org: string;
  readonly changes: readonly Change[];
  /** Lifecycle changes that can be taken back; none for readers. */
  readonly undoable: readonly Undoable[];
};

/**
 * Matches changes with their undo records. Both lists have the newest first, so the first change of a kind belongs to
 * the first record of that kind. Times do not match them: they come from two clocks.
 */
function undoOf(changes: readonly Change[], undoable: readonly Undoable[]): ReadonlyMap<Change, Undoable> {
  const left = [...undoable];
  const pairs = new Map<Change, Undoable>();
  for (const change of changes) {
    const found = left.find((each) => each.action === change.action && each.subject === change.subject);
    if (!found) continue;
    pairs.set(change, found);
    left.splice(left.indexOf(found), 1);
  }
  return pairs;
}

/** The last changes in sentences. One that can be taken back has a link to that. */
export function RecentChanges({ org, changes, undoable }: RecentChangesProps) {
  const { text } = useTexts();
  const undoing = undoOf(changes, undoable);
  return (
    <Section id="changes-heading" title={text.changes.title} class="card">
      {changes.length === 0 && <p class="quiet">{text.changes.none}</p>}
      <ul class="feed">
        {changes.map((change) => {
          const undo = undoing.get(change);
          return (
            <li class="feed-entry">
              <ToldChange change={change} />
              <span class="row small quiet">
                <When at={change.at} />
                {undo && (
                  <a class="link" href={`${undoPath({ org, catalog: undo.catalog })}/${undo.id}`}>
                    {text.changes.undo}
                    <span class="visually-hidden"> {change.subject}</span>
                  </a>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <a class="link small" href={`/console/audit?org=${org}`}>
        {text.changes.all}
      </a>
    </Section>
  );
}
