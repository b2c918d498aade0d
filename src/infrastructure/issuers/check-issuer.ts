import type { ExternalIssuer } from '../../domain/oauth/external-issuer.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { fetchKeySet, keySetUrlOf, registrationUrlOf } from './issuer-documents.ts';
import { type IssuerKey, issuerKeys } from './issuer-keys.ts';
import { IssuerFault } from './trusted-issuer.ts';

/** The key set that an issuer publishes now, and what is wrong with it. */
export type IssuerCheck = {
  readonly keySetUrl: string | null;
  readonly keys: readonly Pick<IssuerKey, 'kid' | 'algorithms'>[];
  /** Sentences; empty where its tokens can be verified. */
  readonly faults: readonly string[];
};

/** Seconds by which a clock may seem to differ. The answer has been on its way. */
const DATE_SECONDS = 60;

/** Asks an issuer as a gateway would, and names what is wrong. Introspection is asked with a token alone. */
export async function checkIssuer(
  issuer: ExternalIssuer,
  outbound: Pick<OrgOutbound, 'fetch'>,
  now: () => Date,
): Promise<IssuerCheck> {
  const registration = await registrationFaults(issuer, outbound);
  if (issuer.introspection) return { keySetUrl: null, keys: [], faults: registration };
  let keySetUrl: string | null = null;
  try {
    keySetUrl = await keySetUrlOf(issuer, outbound);
    const document = await fetchKeySet(keySetUrl, outbound);
    const keys = await issuerKeys(document);
    const faults = [clockFault(document.date, now(), issuer), algorithmFault(keys, issuer)];
    return { keySetUrl, keys, faults: [...faults.filter((fault) => fault !== undefined), ...registration] };
  } catch (error) {
    if (!(error instanceof IssuerFault)) throw error;
    return { keySetUrl, keys: [], faults: [`The issuer cannot be used: ${error.message}.`] };
  }
}

/** Its endpoint alone is looked for: to try it would register a client. */
async function registrationFaults(
  { url, registration }: ExternalIssuer,
  outbound: Pick<OrgOutbound, 'fetch'>,
): Promise<string[]> {
  if (!registration) return [];
  try {
    await registrationUrlOf({ url, registration }, outbound);
    return [];
  } catch (error) {
    if (!(error instanceof IssuerFault)) throw error;
    return [`Applications cannot be registered there: ${error.message}.`];
  }
}

/** Says how far an issuer's clock is off; undefined where that does not matter. */
export function clockFault(
  date: Date | undefined,
  now: Date,
  { clockSkewSeconds }: Pick<ExternalIssuer, 'clockSkewSeconds'>,
): string | undefined {
  const seconds = date ? Math.round((date.getTime() - now.getTime()) / 1_000) : 0;
  if (Math.abs(seconds) <= DATE_SECONDS + clockSkewSeconds) return undefined;
  return `The clock of the issuer is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead' : 'behind'}: set it right, or its tokens are refused.`;
}

function algorithmFault(keys: IssuerCheck['keys'], { algorithms }: ExternalIssuer): string | undefined {
  const isUsed = keys.some((key) => key.algorithms.some((each) => algorithms.includes(each)));
  if (isUsed) return undefined;
  const offered = [...new Set(keys.flatMap((key) => key.algorithms))].join(', ');
  return `No key of the issuer is for an algorithm that is taken: its keys are for ${offered}.`;
}
