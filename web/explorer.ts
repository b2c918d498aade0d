import './page.css';
import './graphiql/draft.css';
import { hasApiKey, typedApiKey } from './api-key-form.ts';
import { createOutcome, watchedBy } from './call-status.ts';
import { Draft } from './graphiql/draft.ts';
import { createFetcher, type Target } from './graphiql/fetcher.ts';
import { storageOf } from './graphiql/storage.ts';
import { readProps } from './page.ts';
import { typedPerson } from './person-form.ts';
import type { ExplorerProps, ExplorerSecurity } from './props.ts';
import { tokenForm } from './token-form.ts';

const props = readProps<ExplorerProps>();
const { url, schemaUrl, first, clientKey, entrance, token: texts } = props;
const send = watchedBy(createOutcome(props.outcome));
const oauth = entrance.find((part) => part.type === 'OAUTH2');
const tokens = oauth ? tokenForm({ security: oauth, clientKey, texts, send }) : undefined;
const part = `explorer ${url}`;
const fetcher = createFetcher(target, send);
const draft = new Draft({ fetcher, storage: storageOf(part), texts: props.draft });

loadEditor().catch((error) => {
  draft.stay();
  throw error;
});

/** GraphiQL is most of what this page loads. Whoever has something to ask need not wait for it. */
async function loadEditor(): Promise<void> {
  const [{ mountGraphiQL }, sdl] = await Promise.all([
    import('./graphiql/mount.tsx'),
    readSchema(),
    // GraphiQL imports these too, but only once it has come itself.
    import('monaco-graphql/esm/monaco-editor.js'),
    import('monaco-graphql/esm/lite.js'),
  ]);
  mountGraphiQL({
    part,
    fetcher,
    sdl,
    draft,
    defaultTabs: [first],
    // Headers of the caller's own, as those of its traces; what admits the call is the page's.
    isHeadersEditorEnabled: true,
  });
}

/** Reads the schema while GraphiQL comes. Without it GraphiQL would ask the API, in the name of the application. */
async function readSchema(): Promise<string> {
  const response = await fetch(schemaUrl);
  if (!response.ok) throw new Error(`${schemaUrl}: ${response.status}`);
  return response.text();
}

/** The API as the chosen application calls it. It gets a token first, where one is needed and nothing is left to type. */
async function target(): Promise<Target> {
  const token = await tokens?.obtain();
  const address = new URL(url);
  const headers: Record<string, string> = {};
  for (const part of entrance) {
    const key = keyFor(part);
    if (part.type === 'API_KEY' && part.keyLocation === 'QUERY' && key !== null)
      address.searchParams.set(part.keyName, key);
    else if (part.type !== 'OAUTH2' && key !== null) headers[part.keyName] = key;
    const authorization = authorizationFor(part, token);
    if (authorization !== undefined) headers['authorization'] = authorization;
  }
  return { url: address.href, headers };
}

/** The key that a part of the entrance takes. Without one the call is refused, and the page asks for it at its field. */
function keyFor(part: ExplorerSecurity): string | null {
  if (part.type !== 'API_KEY' || !part.isTyped) return clientKey;
  return hasApiKey() ? typedApiKey() : null;
}

function authorizationFor({ type }: ExplorerSecurity, token: string | undefined): string | undefined {
  if (type === 'HTTP_BASIC') return typedPerson();
  return type === 'OAUTH2' && token !== undefined ? `Bearer ${token}` : undefined;
}
