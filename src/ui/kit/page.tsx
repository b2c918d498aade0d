import type { Child } from 'hono/jsx';
import { Notice } from '../components/notice.tsx';
import type { RefusedAnswer } from '../components/refused-notice.tsx';
import type { Assets } from './assets.ts';
import { Document } from './html-document.tsx';
import { IslandProps, type IslandRequest } from './island.tsx';
import { pageHeaders } from './security-headers.ts';

/** How soon a page asks again for an island that is being built. */
const REFRESH_SECONDS = 5;

/** What a page says to its frame. */
export type PageOptions = {
  readonly title: string;
  readonly status?: number;
  /** Why what was asked for is not done. */
  readonly refused?: RefusedAnswer | undefined;
  /** A part that runs in the browser: it takes the whole width, unless it says otherwise. */
  readonly island?: IslandRequest;
};

/** What the portal, or the console, puts around each of its pages. */
export type PageFrame = {
  readonly assets: Assets;
  /** A BCP 47 tag. */
  readonly language: string;
  /** What stands behind the title of each page. */
  readonly site: string;
  /** Beside the one that all pages have. */
  readonly stylesheets?: readonly string[];
  /** What stands before the title of a page that says why something is not done: a screen reader begins with it. */
  readonly failed: string;
  /** The link that leads to the content, past what stands above it. */
  readonly skip: string;
  /** What is said of an island that is not built yet. */
  readonly preparing: { readonly title: string; readonly text: string };
  readonly top: Child;
  readonly foot?: Child;
};

/** Answers with a page: its content in the frame. */
export function answerPage(
  { assets, stylesheets = [], ...frame }: PageFrame,
  content: Child,
  { title, island, refused, status = refused?.status ?? 200 }: PageOptions,
): Response {
  const built = island && assets.island(island.name);
  const whole = island?.isPart ? undefined : island;
  const isPreparing = whole && !built;
  const page = (
    <Document
      language={frame.language}
      title={`${refused ? `${frame.failed}: ` : ''}${title} · ${frame.site}`}
      icon={assets.url('icon.svg')}
      stylesheets={[...(built?.styles ?? []), assets.url('style.css'), ...stylesheets]}
      scripts={[assets.url('page.js'), ...(built ? [built.script] : [])]}
      preload={built?.preload ?? []}
      refreshSeconds={isPreparing ? REFRESH_SECONDS : undefined}
    >
      <a class="skip" href="#content">
        {frame.skip}
      </a>
      {frame.top}
      <main id="content" class={`main ${whole ? 'main-full' : 'wide'}`} tabindex={-1}>
        {isPreparing ? <Preparing {...frame.preparing} /> : content}
        {built && <IslandProps props={island.props} />}
      </main>
      {frame.foot}
    </Document>
  );
  return new Response(String(page), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...pageHeaders(whole), ...refused?.headers },
  });
}

/** The first start of a checkout builds the islands while it serves already. */
function Preparing({ title, text }: PageFrame['preparing']) {
  return (
    <div class="wide">
      <Notice tone="info" title={title}>
        <p class="text">{text}</p>
      </Notice>
    </div>
  );
}
