import type { Child } from 'hono/jsx';
import { Notice } from '../components/notice.tsx';
import type { RefusedAnswer } from '../components/refused-notice.tsx';
import type { Assets } from './assets.ts';
import { Document, type Theme } from './html-document.tsx';
import { IslandProps, type IslandRequest } from './island.tsx';
import { pageHeaders } from './security-headers.ts';

/** Interval at which a page asks again for an island that is being built. */
const REFRESH_SECONDS = 5;

/** The values that a page gives to its frame. */
export type PageOptions = {
  readonly title: string;
  readonly status?: number;
  /** The refusal of the request. */
  readonly refused?: RefusedAnswer | undefined;
  /** Interval at which the page is asked for again, while something is being made. */
  readonly refreshSeconds?: number | undefined;
  /** The part that runs in the browser. It takes the whole width unless it is a part of the page. */
  readonly island?: IslandRequest;
};

/** The frame around each page of the portal, or of the console. */
type PageFrame = {
  readonly assets: Assets;
  /** A BCP 47 tag. */
  readonly language: string;
  /** Text behind the title of each page. */
  readonly site: string;
  /** Addresses of the stylesheets. */
  readonly stylesheets: readonly string[];
  /** Addresses of the scripts, which are modules. */
  readonly scripts: readonly string[];
  /** Text before the title of a page with a refusal. A screen reader begins with it. */
  readonly failed: string;
  /** The link that leads to the content, past what stands above it. */
  readonly skip: string;
  /** Text in place of an island that is not built yet. */
  readonly preparing: { readonly title: string; readonly text: string };
  /** The look that somebody chose. Without one the page follows the system. */
  readonly theme?: Theme | undefined;
  /** Tells whether `top` is a menu beside the content, rather than above it. */
  readonly hasSide?: boolean;
  readonly top: Child;
  readonly foot?: Child;
};

/** Answers with a page: its content in the frame. */
export function answerPage(
  { assets, stylesheets, scripts, ...frame }: PageFrame,
  content: Child,
  { title, island, refused, refreshSeconds, status = refused?.status ?? 200 }: PageOptions,
): Response {
  const built = island && assets.island(island.name);
  const whole = island?.isPart ? undefined : island;
  const isPreparing = whole && !built;
  const page = (
    <Document
      language={frame.language}
      title={`${refused ? `${frame.failed}: ` : ''}${title} · ${frame.site}`}
      icon={assets.url('icon.svg')}
      stylesheets={[...(built?.styles ?? []), ...stylesheets]}
      scripts={[...scripts, ...(built ? [built.script] : [])]}
      preload={built?.preload ?? []}
      refreshSeconds={isPreparing ? REFRESH_SECONDS : refreshSeconds}
      theme={frame.theme}
      hasSide={frame.hasSide ?? false}
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
