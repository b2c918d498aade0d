import type { Child } from 'hono/jsx';
import { useTexts } from '../parts/texts.ts';
import { changeSentence, type ToldEvent } from './change-sentence.ts';

/** A change as a sentence: who did it, what was done, and to what. */
export function ToldChange({ change }: { readonly change: ToldEvent }) {
  const { text } = useTexts();
  const { who, before, subject, after, name, within } = changeSentence(text, change);
  return (
    <span>
      {text.changes.told<Child>({
        who: <strong title={change.actor}>{who}</strong>,
        before,
        subject: (
          <>
            <strong>{subject}</strong>
            {name !== undefined && <span class="quiet small"> {name}</span>}
          </>
        ),
        after,
        within: within !== undefined && <span class="quiet"> {text.changes.within(within)}</span>,
      })}
    </span>
  );
}
