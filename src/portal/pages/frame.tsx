import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { BrandName } from '../../ui/brand.tsx';
import { Document } from '../../ui/document.tsx';
import { IslandProps, type IslandRequest } from '../../ui/island.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { RefusedAnswer } from '../../ui/refused.tsx';
import { pageHeaders } from '../../ui/security-headers.ts';
import { ownBrandUrl } from './brand.ts';
import { languages } from './messages/messages.ts';
import type { PortalEnv, Visit } from './visit.ts';

/** How soon a page asks again for an island that is being built. */
const REFRESH_SECONDS = 5;

export type MenuEntry = 'products' | 'applications' | 'subscriptions' | 'account';

/** What a page says to its frame. */
export type PageOptions = {
  readonly title: string;
  /** The entry of the menu that it belongs to. */
  readonly menu?: MenuEntry;
  readonly status?: number;
  /** Why what was asked for is not done. */
  readonly refused?: RefusedAnswer | undefined;
  /** A part that runs in the browser: it takes the whole width. */
  readonly island?: IslandRequest;
};

/** Answers with a page: its content in the frame of the portal. */
export function show(c: Context<PortalEnv>, content: Child, options: PageOptions): Response {
  const { visit } = c.var;
  const { island } = options;
  const built = island && visit.assets.island(island.name);
  const colours = ownBrandUrl(visit, 'brand.css');
  const page = (
    <Document
      language={visit.language}
      title={`${options.title} · ${visit.frame.catalog.branding.name}`}
      icon={visit.assets.url('icon.svg')}
      stylesheets={[...(built?.styles ?? []), visit.assets.url('style.css'), ...(colours ? [colours] : [])]}
      scripts={[visit.assets.url('page.js'), ...(built ? [built.script] : [])]}
      preload={built?.preload ?? []}
      refreshSeconds={island && !built ? REFRESH_SECONDS : undefined}
    >
      <Frame visit={visit} menu={options.menu}>
        <main id="content" class={`main ${island ? 'main-full' : 'wide'}`} tabindex={-1}>
          {island && !built ? <Preparing visit={visit} /> : content}
          {built && <IslandProps props={island?.props} />}
        </main>
      </Frame>
    </Document>
  );
  const { refused, status = refused?.status ?? 200 } = options;
  return new Response(String(page), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...pageHeaders(island), ...refused?.headers },
  });
}

/** The first start of a checkout builds the islands while it serves already. */
function Preparing({ visit: { text } }: { visit: Visit }) {
  return (
    <div class="wide">
      <Notice tone="info" title={text.portal.preparing}>
        <p class="text">{text.portal.preparingText}</p>
      </Notice>
    </div>
  );
}

type FrameProps = { readonly visit: Visit; readonly menu: MenuEntry | undefined; readonly children?: Child };

function Frame({ visit, menu, children }: FrameProps) {
  const { text } = visit;
  return (
    <>
      <a class="skip" href="#content">
        {text.portal.skip}
      </a>
      <header class="top">
        <div class="top-row wide">
          <a class="brand" href={`${visit.base}/`}>
            <BrandName name={visit.frame.catalog.branding.name} logo={ownBrandUrl(visit, 'logo')} />
          </a>
          <Menu visit={visit} current={menu} />
          <Who visit={visit} current={menu} />
        </div>
      </header>
      {children}
      <Foot visit={visit} />
    </>
  );
}

function Menu({ visit: { base, text, frame }, current }: { visit: Visit; current: MenuEntry | undefined }) {
  const entries: [MenuEntry, string][] = [
    ['products', `${base}/`],
    ...(frame.viewer
      ? ([
          ['applications', `${base}/applications`],
          ['subscriptions', `${base}/subscriptions`],
        ] satisfies [MenuEntry, string][])
      : []),
  ];
  return (
    <nav aria-label={text.portal.menu} class="menu">
      {entries.map(([entry, href]) => (
        <a class="menu-link" href={href} aria-current={entry === current ? 'page' : undefined}>
          {text.portal[entry]}
        </a>
      ))}
    </nav>
  );
}

function Who({ visit: { base, text, frame }, current }: { visit: Visit; current: MenuEntry | undefined }) {
  if (!frame.viewer)
    return (
      <div class="who">
        <a class="button" href={`${base}/sign-in`}>
          {text.portal.signIn}
        </a>
      </div>
    );
  return (
    <div class="who">
      <a
        class="menu-link"
        href={`${base}/account`}
        aria-current={current === 'account' ? 'page' : undefined}
        title={frame.viewer.consumerOrg.title}
      >
        <span class="visually-hidden">{text.portal.account}: </span>
        {frame.viewer.username}
      </a>
      <form method="post" action={`${base}/sign-out`}>
        <button class="button" type="submit">
          {text.portal.signOut}
        </button>
      </form>
    </div>
  );
}

function Foot({ visit: { base, here, text, language, frame } }: { visit: Visit }) {
  return (
    <footer class="foot">
      <div class="foot-row wide">
        <span>
          {text.portal.gateway} <code class="code">{frame.catalog.gatewayUrl}</code>
        </span>
        <form method="post" action={`${base}/language`} class="row">
          <input type="hidden" name="returnTo" value={here} />
          <label for="language">{text.portal.language}</label>
          <select class="input select" id="language" name="language">
            {Object.entries(languages).map(([tag, name]) => (
              <option value={tag} lang={tag} selected={tag === language}>
                {name}
              </option>
            ))}
          </select>
          <button class="button" type="submit">
            {text.portal.changeLanguage}
          </button>
        </form>
      </div>
    </footer>
  );
}
