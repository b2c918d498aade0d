import { Dropdown } from '../../../../ui/components/dropdown.tsx';
import { Icon, type IconName } from '../../../../ui/components/icon.tsx';
import type { Assets } from '../../../../ui/kit/assets.ts';
import type { Theme } from '../../../../ui/kit/html-document.tsx';
import { distinctTitle, type Org, queryOf } from '../../org-scope.ts';
import type { ConsoleSession } from '../../page-context.ts';
import { NEW_ORG_PATH } from './console-paths.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { type MenuEntry, menuOf } from './menu.ts';
import { useTexts } from './texts.ts';

/** Id of the menu: the button of phones opens it. */
const SIDE = 'side';

type BrandProps = { readonly icon: string };

const Brand = ({ icon }: BrandProps) => (
  <a class="brand" href="/console/overview">
    <img class="brand-gate" src={icon} alt="" />
    Gatehouse
  </a>
);

/** The bar above the content of phones. Its button opens the menu without a script. */
export function Bar({ icon }: BrandProps) {
  const { text } = useTexts();
  return (
    <header class="bar">
      <Brand icon={icon} />
      <button class="button button-icon" type="button" popovertarget={SIDE} aria-label={text.frame.menu}>
        <Icon name="menu" />
      </button>
    </header>
  );
}

type SideProps = BrandProps & {
  readonly session: ConsoleSession;
  readonly orgs: readonly Org[];
  /** Is true for who reaches every org, and may create another. */
  readonly everyOrg: boolean;
  /** The org of the page. */
  readonly org: string | undefined;
  /** The page's own path. */
  readonly path: string;
  readonly menu: MenuEntry | undefined;
  readonly theme: Theme | undefined;
  readonly assets: Assets;
};

/** The menu: beside the content where there is room, else over it. */
export function Side({ icon, session, orgs, everyOrg, org, path, menu, theme, assets }: SideProps) {
  const { text } = useTexts();
  const current = menu ?? path;
  return (
    <aside
      class="side"
      id={SIDE}
      popover="auto"
      aria-label={text.frame.menu}
      data-close={text.close}
      data-search-script={assets.url('palette.js')}
      data-panel-script={assets.url('panel.js')}
    >
      <div class="side-head">
        <Brand icon={icon} />
        <button
          class="button button-icon side-close"
          type="button"
          popovertarget={SIDE}
          popovertargetaction="hide"
          aria-label={text.frame.closeMenu}
        >
          <Icon name="x" />
        </button>
      </div>
      <OrgSwitch orgs={orgs} everyOrg={everyOrg} org={org} current={current} role={session.role} />
      <SearchLink org={org} />
      <nav class="side-nav" aria-label={text.page.site}>
        {menuOf(session.role).map(({ name, entries }) => (
          <>
            {text.menuGroups[name] && <p class="side-group">{text.menuGroups[name]}</p>}
            <ul class="side-list">
              {entries.map((entry) => (
                <li>
                  <a
                    class="side-link"
                    href={entry.path + (org === undefined ? '' : queryOf({ org }))}
                    aria-current={isWithin(current, entry.path) ? 'page' : undefined}
                  >
                    <Icon name={entry.icon} />
                    {text.menu[entry.path]}
                  </a>
                </li>
              ))}
            </ul>
          </>
        ))}
      </nav>
      <div class="side-foot">
        <Account session={session} theme={theme} />
      </div>
    </aside>
  );
}

/** The link to the search. A script opens it over the page, with these texts. */
function SearchLink({ org }: Pick<SideProps, 'org'>) {
  const { frame, search } = useTexts().text;
  const { label, placeholder, none } = search.palette;
  return (
    <a
      class="side-search"
      href={`/console/search${org === undefined ? '' : queryOf({ org })}`}
      data-palette
      data-label={label}
      data-placeholder={placeholder}
      data-none={none}
    >
      <Icon name="search" />
      {frame.search}
      <kbd class="kbd">Ctrl K</kbd>
    </a>
  );
}

/** Tells whether a page is that of an entry, or below it. */
const isWithin = (path: string, entry: string) => path === entry || path.startsWith(`${entry}/`);

type OrgSwitchProps = Pick<SideProps, 'orgs' | 'everyOrg' | 'org'> & {
  readonly current: string;
  readonly role: ConsoleSession['role'];
};

/** The org at hand, and the others that the session reaches. Each leads to the same page of it, where it has one. */
function OrgSwitch({ orgs, everyOrg, org, current, role }: OrgSwitchProps) {
  const { text } = useTexts();
  const found = orgs.find(({ name }) => name === org);
  const title = found ? distinctTitle(found, orgs) : (org ?? orgs[0]?.title);
  if (title === undefined) return null;
  const summary = (
    <>
      <span class="mark" aria-hidden="true">
        {[...title][0]}
      </span>
      <span class="side-text">{title}</span>
    </>
  );
  const mayCreate = everyOrg && role !== 'VIEWER';
  if (orgs.length < 2 && !mayCreate) return <div class="side-switch">{summary}</div>;
  const isInMenu = menuOf(role).some(({ entries }) => entries.some(({ path }) => path === current));
  const page = isInMenu ? current : '/console/overview';
  return (
    <Dropdown
      class="side-switch"
      align="start"
      summary={
        <>
          <span class="visually-hidden">{text.frame.organization}: </span>
          {summary}
          <Icon name="chevrons-up-down" />
        </>
      }
    >
      {orgs.map((each) => (
        <a
          class="dropdown-item"
          href={page + queryOf({ org: each.name })}
          aria-current={each.name === org ? 'true' : undefined}
        >
          <span class="mark" aria-hidden="true">
            {[...each.title][0]}
          </span>
          <span class="side-text">{distinctTitle(each, orgs)}</span>
        </a>
      ))}
      {mayCreate && (
        <a class="dropdown-item" href={NEW_ORG_PATH}>
          <Icon name="plus" />
          <span class="side-text">{text.newOrg.create}</span>
        </a>
      )}
    </Dropdown>
  );
}

const themes: readonly { readonly value: Theme | 'system'; readonly icon: IconName }[] = [
  { value: 'light', icon: 'sun' },
  { value: 'dark', icon: 'moon' },
  { value: 'system', icon: 'monitor' },
];

/** Light, dark, or as the system has it. */
function ThemeSwitch({ theme = 'system' }: { theme: Theme | 'system' | undefined }) {
  const { text } = useTexts();
  return (
    <form class="segmented" method="post" action="/console/theme" data-theme-switch>
      {themes.map(({ value, icon }) => (
        <button
          class="segmented-button"
          type="submit"
          name="theme"
          value={value}
          title={text.frame.themes[value]}
          aria-pressed={value === theme ? 'true' : 'false'}
        >
          <Icon name={icon} />
          <span class="visually-hidden">{text.frame.themeLabel(text.frame.themes[value])}</span>
        </button>
      ))}
    </form>
  );
}

/**
 * The signed-in person or access token, and how the pages look to them. Only a person has an account.
 *
 * Look and language are chosen once: beside the entries of the menu they would take the place of three of them.
 */
function Account({ session: { name, role, userId }, theme }: Pick<SideProps, 'session' | 'theme'>) {
  const { text } = useTexts();
  return (
    <Dropdown
      class="side-account"
      align="start"
      direction="up"
      summary={
        <>
          <span class="mark mark-round" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span class="side-text" title={name}>
            <span class="visually-hidden">{text.frame.account}: </span>
            {name}
            <span class="side-role">{text.label(role)}</span>
          </span>
          <Icon name="chevrons-up-down" />
        </>
      }
    >
      {userId !== undefined && (
        <a class="dropdown-item" href="/console/account">
          <Icon name="user-round" />
          {text.frame.account}
        </a>
      )}
      <div class="side-choices">
        <ThemeSwitch theme={theme} />
        <LanguageSwitch />
      </div>
      <form method="post" action="/console/sign-out">
        <button class="dropdown-item" type="submit">
          <Icon name="log-out" />
          {text.frame.signOut}
        </button>
      </form>
    </Dropdown>
  );
}
