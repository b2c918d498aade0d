import { type HealthCheck, isGoodStatus } from '../../domain/backend/health-check.ts';
import type { OrgOutbound } from '../../infrastructure/outbound/org-outbound.ts';

type CheckedTarget = { readonly url: string; readonly healthCheck: HealthCheck };

/**
 * Asks a target how it is. The request holds no credentials: a check must not be a way to get them.
 *
 * @returns the fault in words; null where the target answers as it should
 */
export async function checkTarget(
  { url, healthCheck }: CheckedTarget,
  outbound: Pick<OrgOutbound, 'fetch'>,
): Promise<string | null> {
  try {
    const response = await outbound.fetch(new URL(healthCheck.path, url).href, {
      headers: { 'user-agent': 'gatehouse-health-check' },
      signal: AbortSignal.timeout(healthCheck.timeoutMs),
    });
    await response.body?.cancel();
    return isGoodStatus(response.status, healthCheck) ? null : `It answers with status ${response.status}.`;
  } catch (error) {
    return sentenceOf(error, healthCheck);
  }
}

function sentenceOf(error: unknown, { timeoutMs }: HealthCheck): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `It does not answer within ${timeoutMs} ms.`;
  const { code } = (error instanceof Error && error.cause ? error.cause : error) as {
    readonly code?: unknown;
  };
  return `It cannot be reached: ${typeof code === 'string' ? code : 'the connection fails'}.`;
}
