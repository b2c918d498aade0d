import { Notice } from '../../ui/notice.tsx';

const sentences = {
  api: 'The API is created. It is a draft: put it into a product, and publish that to a catalog.',
  role: 'The role is changed, and holds from now on.',
  suspended: 'No session and no token of this person is good any more, until you let them in again.',
  enabled: 'This person may come in again.',
  removed: 'Removed: their sessions and tokens have ended.',
  withdrawn: 'The invitation is taken back: its link leads nowhere any more.',
  revoked: 'The access token is revoked: it is refused from now on.',
  password: 'Your password is changed, and your other sessions have ended.',
} as const;
export type DoneKey = keyof typeof sentences;

/** What was done, told by the page that a form led to: `?done=role`. What is no key of a sentence says nothing. */
export function Done({ done }: { done: string | undefined }) {
  if (done === undefined || !Object.hasOwn(sentences, done)) return null;
  return (
    <Notice tone="success">
      <p class="text">{sentences[done as DoneKey]}</p>
    </Notice>
  );
}
