import type { Child } from 'hono/jsx';
import type { Assets } from '../../ui/assets.ts';
import { BrandName } from '../../ui/brand.tsx';
import { Document } from '../../ui/document.tsx';
import { IslandProps, type IslandRequest } from '../../ui/island.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { RefusedAnswer } from '../../ui/refused.tsx';
import { pageHeaders } from '../../ui/security-headers.ts';
import { queryOf } from '../reach.ts';
import type { ConsoleSession } from '../visit.ts';

/** How soon a page asks again for an island that is being built. */
const REFRESH_SECONDS = 5;

type MenuItem = {
  readonly name: string;
  /** Whom it says nothing to, does not see it. */
  readonly forAdministrators?: true;
  /** Is it of one org at a time? */
  readonly ofOrg?: true;
};

const menu = {
  '/console/overview': { name: 'Overview', ofOrg: true },
  '/console/apis': { name: 'APIs', ofOrg: true },
  '/console/oauth': { name: 'OAuth', ofOrg: true },
  '/console/usage': { name: 'Usage', ofOrg: true },
  '/console/audit': { name: 'Audit', ofOrg: true },
  '/console/people': { name: 'People', ofOrg: true, forAdministrators: true },
  '/console/access-tokens': { name: 'Tokens', ofOrg: true, forAdministrators: true },
  '/console': { name: 'GraphiQL' },
} as const satisfies Record<string, MenuItem>;
export type MenuEntry = keyof typeof menu | '/console/account';

/** Whose page it is: nobody's before the sign-in. */
export type FrameOwner = { readonly assets: Assets; readonly session?: ConsoleSession };

/** What a page says to its frame. */
export type PageOptions = {
  readonly title: string;
  readonly menu?: MenuEntry;
  /** The org that it is of: the menu leads to other pages of the same one. */
  readonly org?: string | undefined;
  readonly status?: number;
  /** Why what was asked for is not done. */
  readonly refused?: RefusedAnswer | undefined;
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
      <Top session={session} options={options} />
      <main id="content" class={`main ${island ? 'main-full' : 'wide'}`} tabindex={-1}>
        {island && !built ? <Preparing /> : content}
        {built && <IslandProps props={island?.props} />}
      </main>
    </Document>
  );
  const { refused, status = refused?.status ?? 200 } = options;
  return new Response(String(page), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...pageHeaders(island), ...refused?.headers },
  });
}

type TopProps = { readonly session: ConsoleSession | undefined; readonly options: PageOptions };

function Top({ session, options: { menu: current, org } }: TopProps) {
  return (
    <header class="top">
      <div class="top-row wide">
        <a class="brand" href="/console/overview">
          <BrandName name="Gatehouse console" />
        </a>
        {session && (
          <>
            <nav aria-label="Console" class="menu">
              {menuOf(session).map(([href, { name, ofOrg }]) => (
                <a
                  class="menu-link"
                  href={ofOrg && org !== undefined ? href + queryOf({ org }) : href}
                  aria-current={href === current ? 'page' : undefined}
                >
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

const menuOf = ({ role }: ConsoleSession): [string, MenuItem][] =>
  Object.entries<MenuItem>(menu).filter(
    ([, { forAdministrators }]) => !forAdministrators || role === 'ADMINISTRATOR',
  );

/** An account is a person's: an access token has none. */
function Who({ session: { name, role, userId } }: { session: ConsoleSession }) {
  return (
    <div class="who">
      {userId === undefined ? (
        <span class="small quiet who-name" title={name}>
          {name}
        </span>
      ) : (
        <a class="link small who-name" href="/console/account" title={name}>
          <span class="visually-hidden">Account: </span>
          {name}
        </a>
      )}
      {name !== role.toLowerCase() && <span class="small quiet">{role.toLowerCase()}</span>}
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
