import { createOutcome, watchedBy } from './call-status.ts';
import { readProps } from './page.ts';
import type { ReferenceProps } from './props.ts';
import { tokenForm } from './token-form.ts';

/** Properties of the page. */
export const props = readProps<ReferenceProps>();

/** Sends what the page and the reference within it send. Each result is shown. */
export const send = watchedBy(createOutcome(props.outcome));

/** Access tokens of the page's form; undefined where it has none. */
export const tokens = props.oauth
  ? tokenForm({ security: props.oauth, clientKey: props.clientKey, texts: props.token, send })
  : undefined;
