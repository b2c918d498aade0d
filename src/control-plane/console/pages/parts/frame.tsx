import type { Child } from 'hono/jsx';
import type { Assets } from '../../../../ui/kit/assets.ts';
import { BrandName } from '../../../../ui/kit/brand.tsx';
import { answerPage, type PageOptions } from '../../../../ui/kit/page.tsx';
import { queryOf } from '../../org-scope.ts';
import type { ConsoleSession } from '../../page-context.ts';

const SITE = 'Gatehouse console';

type MenuItem = {
  readonly name: string;
  /** True for an entry that only administrators see. */
  readonly forAdministrators?: true;
  /** True for an entry of one org at a time. */
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

/** Owner of a page; nobody before the sign-in. */
export type FrameOwner = { readonly assets: Assets; readonly session?: ConsoleSession };

/** Options of a page for its frame. */
type ConsolePageOptions = PageOptions & {
  readonly menu?: MenuEntry;
  /** The org of the page. The menu leads to its other pages. */
  readonly org?: string | undefined;
};

const preparing = {
  title: 'GraphiQL is being prepared',
  text: 'It is built once, within a minute. This page looks again by itself.',
};

/** Shows a page: its content in the frame of the console. */
export function show(
  { assets, session }: FrameOwner,
  content: Child,
  { menu: current, org, ...options }: ConsolePageOptions,
): Response {
  const top = <Top session={session} current={current} org={org} />;
  const words = { language: 'en', site: SITE, failed: 'Error', skip: 'Skip to the content' };
  const frame = { assets, top, preparing, ...words };
  return answerPage(frame, content, options);
}

type TopProps = {
  readonly session: ConsoleSession | undefined;
  readonly current: MenuEntry | undefined;
  readonly org: string | undefined;
};

function Top({ session, current, org }: TopProps) {
  return (
    <header class="top">
      <div class="top-row wide">
        <a class="brand" href="/console/overview">
          <BrandName name={SITE} />
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

/** The signed-in person or access token. Only a person has an account. */
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
