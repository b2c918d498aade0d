import { catalogue, codeInAddress, type RefusalCode } from '../../../../foundation/errors.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Prose } from '../../../../ui/components/prose.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { show } from '../parts/frame.tsx';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';

const codes = Object.keys(catalogue) as RefusalCode[];
const byAddress = new Map(codes.map((code) => [codeInAddress(code), code]));

/** The page that explains a code. The `type` of problem documents is its address. */
const errorUrl = (base: string, code: string): string => `${base}/errors/${codeInAddress(code)}`;

/** Adds the pages that explain the codes of refusals. */
export function errors(pages: PortalPages): void {
  pages.get('/errors', (c) => {
    const { base, text } = c.var.pageContext;
    return show(
      c,
      <>
        <h1 class="title">{text.errors.title}</h1>
        <p class="lead">{text.errors.lead}</p>
        <Table
          caption={text.errors.title}
          columns={[
            {
              // A phone has no room for a third column: codes would break within their words.
              heading: text.errors.code,
              cell: (code) => (
                <>
                  <a class="link" href={errorUrl(base, code)}>
                    <code class="code">{code}</code>
                  </a>
                  <br />
                  {text.errors.causeOf(code)}
                </>
              ),
            },
            { heading: text.errors.status, cell: (code) => String(catalogue[code][0]), isNumber: true },
          ]}
          rows={[...codes].sort((a, b) => catalogue[a][0] - catalogue[b][0])}
        />
      </>,
      { title: text.errors.title },
    );
  });
  pages.get('/errors/:code', (c) => {
    const { pageContext } = c.var;
    const code = byAddress.get(c.req.param('code'));
    if (!code) return showNotFound(c);
    return show(c, <ErrorPage pageContext={pageContext} code={code} />, { title: code });
  });
}

function ErrorPage({ pageContext, code }: { pageContext: PortalPageContext; code: RefusalCode }) {
  const { base, text, frame } = pageContext;
  const remedy = text.errors.others[code] ?? text.remedy.of({ code });
  return (
    <>
      <Crumb href={`${base}/errors`}>{text.errors.title}</Crumb>
      <h1 class="title">{text.errors.causeOf(code)}</h1>
      <dl class="facts">
        <Fact name={text.errors.code}>
          <code class="code">{code}</code>
        </Fact>
        <Fact name={text.errors.status}>{String(catalogue[code][0])}</Fact>
      </dl>
      <Section id="remedy-heading" title={text.errors.remedy}>
        <Prose markdown={remedy} />
        {frame.viewer && (
          <p>
            <a class="link" href={`${base}/calls`}>
              {text.errors.why}
            </a>
          </p>
        )}
      </Section>
    </>
  );
}
