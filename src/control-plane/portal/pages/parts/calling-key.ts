import { allowsChange } from './for-developers.tsx';
import type { PortalPageContext } from './page-context.ts';

type CallingApplication = { readonly credentials: readonly { readonly clientKey: string }[] };

/** Returns the client key that examples and Try it call with: the first one. A viewer has none to call with. */
export const callingKey = (
  pageContext: PortalPageContext,
  application: CallingApplication | null | undefined,
): string | undefined => (allowsChange(pageContext) ? application?.credentials[0]?.clientKey : undefined);
