import { type ChangeWords, englishChanges } from '../../../foundation/text/change-phrase.ts';

/** Words of changes of APIs. The English ones are those of messages. */
export const changes: ChangeWords = { or: 'or', of: englishChanges as ChangeWords['of'] };
