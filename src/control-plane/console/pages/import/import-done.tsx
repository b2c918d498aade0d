import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { apiPath, productPath, undoPath } from '../parts/console-paths.ts';
import { curlOf } from '../parts/curl.ts';
import { format } from '../parts/format.ts';
import type { Imported } from './import-query.ts';

type DoneProps = { readonly org: string; readonly imported: Imported };
type Publication = Imported['publications'][number];

/** The result of an import, and the call that proves it. */
export function ImportDone({ org, imported: { api, product, publications } }: DoneProps) {
  return (
    <>
      <Notice tone="success">
        <p class="text">
          {publications.length === 0
            ? `${api} is created, and a product with it. It is a draft: publish that to a catalog.`
            : `${api} is created, and published to ${publications.map(({ catalog }) => catalog.title).join(', ')}. The gateway serves it now.`}
        </p>
      </Notice>
      {publications.map((publication) => (
        <Called org={org} publication={publication} />
      ))}
      <p class="row">
        <a class="button" href={apiPath({ org, api })}>
          The API
        </a>
        <a class="button" href={productPath({ org, product })}>
          Its product and plans
        </a>
        <a class="link" href={`/console/import?org=${org}`}>
          Import another
        </a>
      </p>
    </>
  );
}

type CalledProps = { readonly org: string; readonly publication: Publication };

function Called({ org, publication: { catalog, warnings, testCall, change } }: CalledProps) {
  const curl = testCall && curlOf(testCall);
  return (
    <Section id={`catalog-${catalog.name}`} title={`Call it in ${catalog.title}`} class="section card stack">
      {warnings.map(({ message }) => (
        <Notice tone="warning">
          <p class="text">{message}</p>
        </Notice>
      ))}
      {curl ? (
        <>
          <CodeBlock code={curl} what="curl command" />
          <p class="small quiet">
            {testCall.isComplete
              ? 'The key is of a test application, and is shown this once.'
              : 'Put the path of an operation behind the address. The key is shown this once.'}
          </p>
        </>
      ) : (
        <p class="text">
          Its callers need an access token: an application of the portal gets one from the OAuth provider.
        </p>
      )}
      <p>
        <a class="link" href={catalog.portalUrl}>
          The portal, where consumers subscribe
        </a>
      </p>
      {change && (
        <p class="small quiet">
          <a class="link" href={`${undoPath({ org, catalog: catalog.name })}/${change.id}`} data-panel>
            Undo the publishing
          </a>
          , until {format.dateTime(change.until)}. The API and its product stay as drafts.
        </p>
      )}
    </Section>
  );
}
