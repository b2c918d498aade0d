import type { Child } from 'hono/jsx';
import { answerPage, type PageOptions } from '../../../../ui/kit/page.tsx';
import type { ConsolePageContext } from '../../page-context.ts';
import { ChangeBar } from '../actions/change-bar.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import type { MenuEntry } from './menu.ts';
import { Bar, Side } from './side.tsx';
import { type PageTexts, TextsOfPage, useTexts } from './texts.ts';

/** Owner of a page; nobody before the sign-in. */
export type FrameOwner = Pick<ConsolePageContext, 'assets'> &
  PageTexts &
  Partial<Pick<ConsolePageContext, 'session' | 'orgs' | 'everyOrg' | 'path' | 'theme' | 'doneChange'>>;

/** Options of a page for its frame. */
type ConsolePageOptions = PageOptions & {
  /** The entry of the menu that the page belongs to. Without it the path says so. */
  readonly menu?: MenuEntry;
  /** The org of the page. The menu leads to its other pages. */
  readonly org?: string | undefined;
  /** Scripts of this page alone. */
  readonly scripts?: readonly string[];
};

/** Shows a page: its content in the frame of the console. */
export function show(
  owner: FrameOwner,
  content: Child,
  { menu, org, scripts = [], ...options }: ConsolePageOptions,
): Response {
  const {
    assets,
    session,
    theme,
    orgs = [],
    everyOrg = false,
    path = '',
    doneChange,
    language,
    text,
    format,
  } = owner;
  const texts = { language, text, format };
  const icon = assets.url('icon.svg');
  const top = (
    <TextsOfPage.Provider value={texts}>
      {session ? (
        <>
          <Bar icon={icon} />
          <Side
            icon={icon}
            session={session}
            orgs={orgs}
            everyOrg={everyOrg}
            org={org}
            path={path}
            menu={menu}
            theme={theme}
            assets={assets}
          />
        </>
      ) : (
        <Top icon={icon} />
      )}
    </TextsOfPage.Provider>
  );
  const frame = {
    assets,
    top,
    ...text.page,
    theme,
    language,
    stylesheets: [assets.url('console.css')],
    scripts: [session ? 'console.js' : 'page.js', ...scripts].map((name) => assets.url(name)),
    hasSide: session !== undefined,
  };
  const told = doneChange ? <ChangeBar of={doneChange} /> : null;
  const whole = (
    <TextsOfPage.Provider value={texts}>
      {told}
      {content}
    </TextsOfPage.Provider>
  );
  return answerPage(frame, whole, options);
}

/** The top of a page before the sign-in. It has no menu, and the switch of languages. */
function Top({ icon }: { readonly icon: string }) {
  const { text } = useTexts();
  return (
    <header class="top">
      <div class="top-row wide">
        <a class="brand" href="/console/overview">
          <img class="brand-gate" src={icon} alt="" />
          {text.page.site}
        </a>
        <div class="top-end">
          <LanguageSwitch />
        </div>
      </div>
    </header>
  );
}
