import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { Document } from '../../ui/document.tsx';
import { pageHeaders } from '../../ui/security-headers.ts';
import { languages } from './messages/messages.ts';
import type { PortalEnv, Visit } from './visit.ts';

export type MenuEntry = 'products' | 'applications' | 'subscriptions' | 'account';

/** What a page says to its frame. */
export type PageOptions = {
  readonly title: string;
  /** The entry of the menu that it belongs to. */
  readonly menu?: MenuEntry;
  readonly status?: number;
  /** Headers of its own. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Answers with a page: its content in the frame of the portal. */
export function show(c: Context<PortalEnv>, content: Child, options: PageOptions): Response {
  const { visit } = c.var;
  const page = (
    <Document
      language={visit.language}
      title={`${options.title} · ${visit.frame.catalog.title}`}
      icon={visit.assets.url('icon.svg')}
      stylesheets={[visit.assets.url('style.css')]}
      scripts={[visit.assets.url('page.js')]}
    >
      <Frame visit={visit} menu={options.menu}>
        <main id="content" class="main wide" tabindex={-1}>
          {content}
        </main>
      </Frame>
    </Document>
  );
  return answer(page, options);
}

function answer(page: Child, { status = 200, headers }: PageOptions): Response {
  return new Response(String(page), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...pageHeaders(), ...headers },
  });
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
          <Brand visit={visit} />
          <Menu visit={visit} current={menu} />
          <Who visit={visit} current={menu} />
        </div>
      </header>
      {children}
      <Foot visit={visit} />
    </>
  );
}

function Brand({ visit: { base, frame } }: { visit: Visit }) {
  const { title } = frame.catalog;
  return (
    <a class="brand" href={`${base}/`}>
      <span class="brand-mark" aria-hidden="true">
        {[...title][0]}
      </span>
      {title}
    </a>
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
