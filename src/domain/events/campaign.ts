import { refuse } from '../../foundation/errors.ts';

/** A message of the provider to subscribers, as it is written. */
type CampaignDraft = { readonly title: string; readonly text: string };

export const CAMPAIGN_TITLE_MAX = 120;
export const CAMPAIGN_TEXT_MAX = 5_000;
/** Messages that an org sends in an hour. */
export const CAMPAIGNS_PER_HOUR = 20;

/**
 * Checks a message, and takes blanks from its ends.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function campaignFrom(draft: CampaignDraft): CampaignDraft {
  const title = draft.title.trim();
  const text = draft.text.trim();
  // The title is the subject of a mail: a line break would begin another header.
  if (title === '' || title.length > CAMPAIGN_TITLE_MAX || /\p{Cc}/u.test(title))
    refuse('BAD_USER_INPUT', {
      detail: `title has 1 to ${CAMPAIGN_TITLE_MAX} characters, in one line.`,
      path: ['input', 'title'],
    });
  if (text === '' || text.length > CAMPAIGN_TEXT_MAX || /[^\P{Cc}\n\r\t]/u.test(text))
    refuse('BAD_USER_INPUT', {
      detail: `text has 1 to ${CAMPAIGN_TEXT_MAX} characters, without control characters.`,
      path: ['input', 'text'],
    });
  return { title, text };
}
