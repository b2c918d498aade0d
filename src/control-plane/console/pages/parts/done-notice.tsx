import { Toast } from '../../../../ui/components/notice.tsx';
import type { Messages } from '../messages.ts';
import { useTexts } from './texts.ts';

export type DoneKey = keyof Messages['done'];

/** Toast about what was done, on the page that a form led to: `?done=role`. An unknown key shows nothing. */
export function Done({ done }: { done: string | undefined }) {
  const { text } = useTexts();
  if (done === undefined || !Object.hasOwn(text.done, done)) return null;
  return (
    <Toast dismiss={text.close}>
      <p class="text">{text.done[done as DoneKey]}</p>
    </Toast>
  );
}
