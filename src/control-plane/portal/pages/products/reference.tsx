import type { ReferenceProps } from '../../../../../web/props.ts';
import { defaultKeyName } from '../../../../domain/api/security/api-key.ts';
import type { JsonObject } from '../../../../foundation/json.ts';
import { show } from '../parts/frame.tsx';
import type { PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { ReadableOperations } from './readable-operations.tsx';
import { hasCodeFlow, returnPathOf } from './return-address.tsx';
import { clientKeyOf, outcomeOf, TryIt, triedParts, tryItContextOf } from './try-it.tsx';

/** Adds the reference of a REST API, in which its operations can be called. */
export function reference(pages: PortalPages): void {
  pages.get('/apis/:product/:api/reference', async (c) => {
    const { pageContext } = c.var;
    const trial = await tryItContextOf(c);
    if (trial?.api.kind !== 'REST') return showNotFound(c);
    const title = pageContext.text.tryIt.reference(trial.api.title);
    const props: ReferenceProps = {
      document: trial.api.openapi as JsonObject,
      clientKey: clientKeyOf(trial),
      clientKeyNames: triedParts(trial.api).flatMap(({ type, keyKind, keyName }) => {
        if (type === 'HTTP_BASIC') return [defaultKeyName];
        return keyKind === null || keyKind === 'KEY' || keyName === null ? [] : [keyName];
      }),
      returnPath: returnPathOf(pageContext),
      outcome: outcomeOf(pageContext),
    };
    const page = (
      <TryIt pageContext={pageContext} trial={trial} title={title}>
        <ReadableOperations pageContext={pageContext} trial={trial} />
      </TryIt>
    );
    return show(c, page, {
      title,
      menu: 'products',
      island: {
        name: 'reference',
        props,
        connect: [new URL(pageContext.frame.catalog.gatewayUrl).origin],
        opensWindow: hasCodeFlow(trial),
      },
    });
  });
}
