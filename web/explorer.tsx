import './page.css';
import { createOutcome, watchedBy } from './call-status.ts';
import { explored } from './graphiql/explored-schema.ts';
import { createFetcher, type Target } from './graphiql/fetcher.ts';
import { mountGraphiQL } from './graphiql/mount.tsx';
import { readProps } from './page.ts';
import { typedPerson } from './person-form.ts';
import type { ExplorerProps } from './props.ts';
import { tokenForm } from './token-form.ts';

const props = readProps<ExplorerProps>();
const { url, sdl, clientKey, entrance } = props;
const send = watchedBy(createOutcome(props.outcome));
const token = entrance?.type === 'OAUTH2' ? tokenForm(props, entrance, send) : () => undefined;
const { schema, query } = explored(sdl);

mountGraphiQL({
  part: `explorer ${url}`,
  fetcher: createFetcher(target, send),
  schema,
  defaultQuery: query,
  // Headers of the caller's own, as those of its traces; what admits the call is the page's.
  isHeadersEditorEnabled: true,
});

/** The API as the chosen application calls it. */
function target(): Target {
  if (entrance?.type === 'API_KEY' && clientKey !== null) {
    const { keyName, keyLocation } = entrance;
    if (keyLocation === 'HEADER') return { url, headers: { [keyName]: clientKey } };
    const withKey = new URL(url);
    withKey.searchParams.set(keyName, clientKey);
    return { url: withKey.href, headers: {} };
  }
  if (entrance?.type === 'HTTP_BASIC') {
    const authorization = typedPerson();
    return {
      url,
      headers: {
        ...(clientKey !== null && { [entrance.keyName]: clientKey }),
        ...(authorization !== undefined && { authorization }),
      },
    };
  }
  const bearer = token();
  return { url, headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` } };
}
