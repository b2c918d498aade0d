import { titleWord } from '../../../../foundation/text/title.ts';
import type { Messages } from '../messages.ts';

/** A change in words: who did it, what was done, and to what. */
type ChangeSentence = {
  readonly who: string;
  /** Words before and after the subject. */
  readonly before: string;
  readonly subject: string;
  readonly after: string;
  /** The name, where the subject is told by a title that says another. */
  readonly name: string | undefined;
  /** The thing that the subject is in, for example `sandbox/consumers`. */
  readonly within: string | undefined;
};

/** A change as the audit has it. */
export type ToldEvent = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly subjectTitle?: string | null;
  readonly detail?: unknown;
};

const ID = /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;
const nothing = { subject: '', after: '', name: undefined, within: undefined };

/** Tells a change as people do: `Vera published Parcels 2.0.0`. An action without words is told by its name. */
export function changeSentence(
  { changes }: Pick<Messages, 'changes'>,
  { actor, action, subject, subjectTitle, detail }: ToldEvent,
): ChangeSentence {
  const told =
    wordsOfDetail(changes, action, detail) ?? wordsOf(changes.actions, action) ?? changes.action(action);
  const who = actorName(changes, actor);
  // Nobody knows a thing by its id.
  if (ID.test(subject)) return { who, before: told.replace(changes.ofSubject, ''), ...nothing };
  const [before = '', after = ''] = told.split('*');
  return {
    who,
    before: before.trim(),
    after: after.trim(),
    ...subjectName(subject, subjectTitle ?? undefined),
  };
}

/** Finds the words of an action by its detail, such as on or off. Undefined where nothing decides. */
function wordsOfDetail(
  { byDetail }: Messages['changes'],
  action: string,
  detail: unknown,
): string | undefined {
  const decided = Object.hasOwn(byDetail, action) && byDetail[action as keyof typeof byDetail];
  if (!decided || typeof detail !== 'object' || detail === null) return undefined;
  return wordsOf(decided.words, String((detail as Readonly<Record<string, unknown>>)[decided.member]));
}

const wordsOf = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;

/** Names an actor: `user:vera@acme.example` is Vera, `token:ci` the token ci. */
function actorName({ actors, somebody }: Messages['changes'], actor: string): string {
  const [kind = '', name = ''] = actor.split(/:(.*)/s);
  if (kind === 'user') return titled(name.split('@')[0] ?? name);
  if (kind === 'platform') return 'Gatehouse';
  if (kind === 'anonymous') return somebody;
  return Object.hasOwn(actors, kind) ? `${actors[kind as keyof typeof actors]} ${name}` : actor;
}

/** Names what was changed: `parcels:2.0.0` is Parcels 2.0.0, of `sandbox/consumers/app` it is the last part. */
function subjectName(
  subject: string,
  title: string | undefined,
): Pick<ChangeSentence, 'subject' | 'name' | 'within'> {
  const parts = subject.split('/');
  const isPath = parts.length > 1 && /^[\w.:/-]+$/.test(subject);
  const last = isPath ? (parts.at(-1) ?? subject) : subject;
  const within = isPath ? parts.slice(0, -1).join('/') : undefined;
  const [, name, version] = /^([a-z0-9-]+):(\S+)$/.exec(last) ?? [];
  const known = name === undefined ? last : titled(name);
  const shown = [title ?? known, version].filter(Boolean).join(' ');
  const saysAnother = title !== undefined && title.toLowerCase() !== titled(name ?? last).toLowerCase();
  return { subject: shown, name: saysAnother ? last : undefined, within };
}

/** Writes a name as a title: `vera.smith` is Vera Smith, `sample-graphql` is Sample GraphQL. */
const titled = (name: string) => name.split(/[-._]/).filter(Boolean).map(titleWord).join(' ');
