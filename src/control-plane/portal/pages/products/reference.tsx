import type { Context } from 'hono';
import type { ReferenceProps } from '../../../../../web/props.ts';
import { defaultKeyName } from '../../../../domain/api/security/api-key.ts';
import { isolated } from '../../../../foundation/text/text.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { callingKey } from '../parts/calling-key.ts';
import { show } from '../parts/frame.tsx';
import type { PortalEnv, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { ReadableOperations } from './readable-operations.tsx';
import { returnPathOf } from './return-address.tsx';
import { startTrial } from './start-trial.ts';
import { ApiKeyForm, TokenForm } from './token-form.tsx';
import { apiKeyNames, hasCodeFlow, referenceTokens, triedParts } from './tried-security.ts';
import { outcomeOf, TryIt, tokenTextsOf } from './try-it.tsx';
import { type TryItContext, tryItContextOf } from './try-it-context.ts';

/** Adds the reference of a REST API, in which its operations can be called. */
export function reference(pages: PortalPages): void {
  pages.get('/apis/:product/:api/reference', async (c) => showReference(c, await tryItContextOf(c)));
  pages.post('/apis/:product/:api/reference', (c) => startTrial(c, showReference));
}

function showReference(c: Context<PortalEnv>, trial: TryItContext | undefined): Response {
  const { pageContext } = c.var;
  if (trial?.api.kind !== 'REST') return showNotFound(c);
  const title = pageContext.text.tryIt.reference(isolated(trial.api.title));
  const oauth = trial.application ? referenceTokens(trial, pageContext) : null;
  const props: ReferenceProps = {
    documentUrl: `${pageContext.base}/apis/${versionedName(trial.api)}/openapi.json?product=${versionedName(trial.product)}`,
    clientKey: callingKey(pageContext, trial.application) ?? null,
    clientKeyNames: triedParts(trial).flatMap(({ type, keyKind, keyName }) => {
      if (type === 'HTTP_BASIC') return [defaultKeyName];
      return keyKind === null || keyKind === 'KEY' || keyName === null ? [] : [keyName];
    }),
    apiKeyNames: apiKeyNames(trial),
    returnPath: returnPathOf(pageContext),
    oauth,
    outcome: outcomeOf(pageContext),
    token: tokenTextsOf(pageContext),
    scalar: { copy: pageContext.text.copy.label, answer: pageContext.text.tryIt.answer },
  };
  const page = (
    <TryIt pageContext={pageContext} trial={trial} title={title}>
      {apiKeyNames(trial).length > 0 && <ApiKeyForm pageContext={pageContext} trial={trial} />}
      {oauth && <TokenForm pageContext={pageContext} trial={trial} security={oauth} />}
      <ReadableOperations pageContext={pageContext} trial={trial} tokens={oauth} />
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
}
