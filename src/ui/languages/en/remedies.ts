import { remedies as gateway, oauthRemedies, type Remedies } from '../../../domain/call/remedies.ts';

/** Advice for each refusal of the gateway. The APIs give the same. */
export const remedies: Remedies = { gateway, oauth: oauthRemedies };
