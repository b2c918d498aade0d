import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { languages } from '../../../../foundation/text/languages.ts';
import { FootLinks } from '../../../../ui/components/foot-links.tsx';
import { Icon } from '../../../../ui/components/icon.tsx';
import { BrandName } from '../../../../ui/kit/brand.tsx';
import { answerPage, type PageOptions } from '../../../../ui/kit/page.tsx';
import { ownBrandUrl } from './brand-url.ts';
import type { PortalEnv, PortalPageContext } from './page-context.ts';

export type MenuEntry =
  | 'products'
  | 'applications'
  | 'subscriptions'
  | 'notices'
  | 'organizations'
  | 'account';

/** Options of a page for its frame. */
type PortalPageOptions = PageOptions & {
  /** The entry of the menu that it belongs to. */
  readonly menu?: MenuEntry;
};

/** Shows a page: its content in the frame of the portal. */
export function show(
  { var: { pageContext } }: Context<PortalEnv>,
  content: Child,
  { menu, ...options }: PortalPageOptions,
): Response {
  const { assets, language, text, frame } = pageContext;
  const colours = ownBrandUrl(pageContext, 'brand.css');
  return answerPage(
    {
      scripts: [assets.url('page.js')],
      assets,
      language,
      site: frame.catalog.branding.name,
      stylesheets: [assets.url('style.css'), ...(colours ? [colours] : [])],
      failed: text.portal.failed,
      skip: text.portal.skip,
      preparing: { title: text.portal.preparing, text: text.portal.preparingText },
      top: <Top pageContext={pageContext} current={menu} />,
      foot: <Foot pageContext={pageContext} />,
    },
    content,
    options,
  );
}

type TopProps = { readonly pageContext: PortalPageContext; readonly current: MenuEntry | undefined };

function Top({ pageContext, current }: TopProps) {
  return (
    <header class="top">
      <div class="top-row wide">
        <a class="brand" href={`${pageContext.base}/`}>
          <BrandName name={pageContext.frame.catalog.branding.name} logo={ownBrandUrl(pageContext, 'logo')} />
        </a>
        <Menu pageContext={pageContext} current={current} />
        <Who pageContext={pageContext} current={current} />
      </div>
    </header>
  );
}

function Menu({ pageContext: { base, text, frame }, current }: TopProps) {
  const entries: [Exclude<MenuEntry, 'organizations'>, string][] = [
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

function Who({ pageContext: { base, text, frame, format }, current }: TopProps) {
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
        href={`${base}/notices`}
        title={text.portal.notices}
        aria-current={current === 'notices' ? 'page' : undefined}
      >
        <Icon name="bell" />
        <span class="visually-hidden">{text.portal.notices}</span>
        {frame.viewer.unreadNoticeCount > 0 && (
          <span class="count">
            {format.number(frame.viewer.unreadNoticeCount)}
            <span class="visually-hidden"> {text.portal.unreadNotices}</span>
          </span>
        )}
      </a>
      <a
        class="menu-link who-org phone-icon"
        href={`${base}/organizations`}
        title={frame.viewer.consumerOrg.title}
        aria-current={current === 'organizations' ? 'page' : undefined}
      >
        <Icon name="building" />
        <span class="visually-hidden">{text.portal.organization}: </span>
        <span class="phone-label">{frame.viewer.consumerOrg.title}</span>
      </a>
      <a
        class="menu-link who-name"
        href={`${base}/account`}
        title={frame.viewer.username}
        aria-current={current === 'account' ? 'page' : undefined}
      >
        <span class="visually-hidden">{text.portal.account}: </span>
        {frame.viewer.username}
      </a>
      <form method="post" action={`${base}/sign-out`}>
        <button class="button phone-icon" type="submit" title={text.portal.signOut}>
          <Icon name="log-out" />
          <span class="phone-label">{text.portal.signOut}</span>
        </button>
      </form>
    </div>
  );
}

function Foot({ pageContext: { base, here, text, language, frame } }: { pageContext: PortalPageContext }) {
  return (
    <footer class="foot">
      <div class="foot-row wide">
        <span>
          {text.portal.gateway} <code class="code">{frame.catalog.gatewayUrl}</code>
        </span>
        <FootLinks links={frame.catalog.branding.links} />
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
