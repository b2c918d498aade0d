import type { Child } from 'hono/jsx';
import type { Assets } from '../../ui/assets.ts';
import { BrandName } from '../../ui/brand.tsx';
import { Document } from '../../ui/document.tsx';
import { IslandProps, type IslandRequest } from '../../ui/island.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pageHeaders } from '../../ui/security-headers.ts';
import type { ConsoleSession } from '../visit.ts';

/** How soon a page asks again for an island that is being built. */
const REFRESH_SECONDS = 5;

const menu = {
  '/console/overview': 'Overview',
  '/console': 'GraphiQL',
  '/console/account': 'Account',
} as const;
export type MenuEntry = keyof typeof menu;

/** Whose page it is: nobody's before the sign-in. */
export type FrameOwner = { readonly assets: Assets; readonly session?: ConsoleSession };

/** What a page says to its frame. */
export type PageOptions = {
  readonly title: string;
  readonly menu?: MenuEntry;
  readonly status?: number;
  /** A part that runs in the browser: it takes the whole width. */
  readonly island?: IslandRequest;
};

/** Answers with a page: its content in the frame of the console. */
export function show({ assets, session }: FrameOwner, content: Child, options: PageOptions): Response {
  const { island } = options;
  const built = island && assets.island(island.name);
  const page = (
    <Document
      language="en"
      title={`${options.title} · Gatehouse console`}
      icon={assets.url('icon.svg')}
      stylesheets={[...(built?.styles ?? []), assets.url('style.css')]}
      scripts={[assets.url('page.js'), ...(built ? [built.script] : [])]}
      preload={built?.preload ?? []}
      refreshSeconds={island && !built ? REFRESH_SECONDS : undefined}
    >
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Top session={session} current={options.menu} />
      <main id="content" class={`main ${island ? 'main-full' : 'wide'}`} tabindex={-1}>
        {island && !built ? <Preparing /> : content}
        {built && <IslandProps props={island?.props} />}
      </main>
    </Document>
  );
  return new Response(String(page), {
    status: options.status ?? 200,
    headers: { 'content-type': 'text/html; charset=utf-8', ...pageHeaders(island) },
  });
}

function Top({ session, current }: { session: ConsoleSession | undefined; current: MenuEntry | undefined }) {
  return (
    <header class="top">
      <div class="top-row wide">
        <a class="brand" href="/console/overview">
          <BrandName name="Gatehouse console" />
        </a>
        {session && (
          <>
            <nav aria-label="Console" class="menu">
              {menuOf(session).map(([href, name]) => (
                <a class="menu-link" href={href} aria-current={href === current ? 'page' : undefined}>
                  {name}
                </a>
              ))}
            </nav>
            <Who session={session} />
          </>
        )}
      </div>
    </header>
  );
}

/** An account is a person's: an access token has none. */
const menuOf = ({ userId }: ConsoleSession) =>
  Object.entries(menu).filter(([href]) => href !== '/console/account' || userId !== undefined);

function Who({ session: { name, role } }: { session: ConsoleSession }) {
  return (
    <div class="who">
      <span class="small quiet">
        {name} · {role.toLowerCase()}
      </span>
      <form method="post" action="/console/sign-out">
        <button class="button" type="submit">
          Sign out
        </button>
      </form>
    </div>
  );
}

/** The first start of a checkout builds the islands while it serves already. */
function Preparing() {
  return (
    <div class="wide">
      <Notice tone="info" title="GraphiQL is being prepared">
        <p class="text">It is built once, within a minute. This page looks again by itself.</p>
      </Notice>
    </div>
  );
}
