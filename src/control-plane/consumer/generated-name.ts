import { nameOf } from '../../foundation/text/name.ts';
import { randomText } from './random-text.ts';

type NewNamed = { readonly title: string; readonly name?: string | null | undefined };

/**
 * Names a new application or consumer org whose title gives no name. A title in Greek or Japanese does not.
 *
 * Decision: such a name is `word` and forty random bits. Developers are asked for a title alone, so they cannot be
 * told to choose a name. Counted names would tell each of them how many others there are.
 */
export function withGeneratedName<Created extends NewNamed>(
  created: Created,
  word: 'application' | 'organization',
): Created {
  if (created.name != null || nameOf(created.title) !== '') return created;
  return { ...created, name: `${word}-${randomText()}` };
}
