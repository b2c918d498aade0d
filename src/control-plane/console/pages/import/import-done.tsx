import { readVersionedName } from '../../../../foundation/text/version.ts';
import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { callsPath } from '../calls/call-filter.tsx';
import { actionPath, apiPath, newCatalogPath, productPath, undoPath } from '../parts/console-paths.ts';
import { curlOf } from '../parts/curl.ts';
import { useTexts } from '../parts/texts.ts';
import type { Imported, Surroundings } from './import-query.ts';

type DoneProps = {
  readonly org: string;
  readonly imported: Imported;
  /** Catalogs of the org, which the product may be published to. */
  readonly catalogs: Surroundings['catalogs'];
};
type Publication = Imported['publications'][number];

/** The result of an import, and the call that proves it. */
export function ImportDone({ org, imported: { api, product, publications }, catalogs }: DoneProps) {
  const text = useTexts().text.import.done;
  return (
    <>
      <Notice tone="success">
        <p class="text">
          {publications.length === 0
            ? text.draft(api)
            : text.published(
                api,
                publications.map(({ catalog }) => catalog.title),
              )}
        </p>
      </Notice>
      {publications.map((publication) => (
        <Called org={org} publication={publication} />
      ))}
      <p class="row">
        {publications.length === 0 && <ToPublish org={org} product={product} catalogs={catalogs} />}
        <a class="button" href={apiPath({ org, api })}>
          {text.api}
        </a>
        <a class="button" href={productPath({ org, product })}>
          {text.product}
        </a>
        <a class="link" href={`/console/import?org=${org}`}>
          {text.another}
        </a>
      </p>
    </>
  );
}

/** The next step of a product that is in no catalog. It is published, once there is a catalog. */
function ToPublish({ org, product, catalogs }: Pick<DoneProps, 'org' | 'catalogs'> & { product: string }) {
  const { catalogs: words, products } = useTexts().text;
  const [first] = catalogs;
  if (!first)
    return (
      <a class="button button-primary" href={newCatalogPath(org)}>
        {words.list.create}
      </a>
    );
  const href = actionPath({ org, catalog: first.name, ...readVersionedName(product) }, 'publish');
  return (
    <a class="button button-primary" href={href} data-panel>
      {products.page.publishTo(first.title)}
    </a>
  );
}

type CalledProps = { readonly org: string; readonly publication: Publication };

function Called({ org, publication: { catalog, warnings, testCall, change } }: CalledProps) {
  const { import: texts, copy, warnings: sentences } = useTexts().text;
  const text = texts.done;
  const curl = testCall && curlOf(testCall);
  return (
    <Section id={`catalog-${catalog.name}`} title={text.call(catalog.title)} class="section card stack">
      {warnings.map((warning) => (
        <Notice tone="warning">
          <p class="text">{sentences.sentence(warning)}</p>
        </Notice>
      ))}
      {curl ? (
        <>
          <CodeBlock code={curl} what={text.command} copy={copy.label} copied={copy.done} />
          <p class="small quiet">{testCall.isComplete ? text.shownOnce : text.incomplete}</p>
        </>
      ) : (
        <p class="text">{text.needsToken}</p>
      )}
      <p>
        <a class="link" href={catalog.portalUrl}>
          {text.portal}
        </a>
      </p>
      <p>
        <a class="link" href={callsPath(org, { catalog: catalog.name })}>
          {text.calls}
        </a>
      </p>
      {change && (
        <p class="small quiet">
          <a class="link" href={`${undoPath({ org, catalog: catalog.name })}/${change.id}`} data-panel>
            {text.undo}
          </a>
          {text.undoUntil(change.until)}
        </p>
      )}
    </Section>
  );
}
