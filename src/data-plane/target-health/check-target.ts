import { type HealthCheck, isGoodStatus } from '../../domain/backend/health-check.ts';
import { isNoRoom } from '../../foundation/open-files.ts';
import type { ClientTls } from '../../infrastructure/outbound/client-tls.ts';
import type { OrgOutbound } from '../../infrastructure/outbound/org-outbound.ts';

type CheckedTarget = {
  readonly url: string;
  readonly healthCheck: HealthCheck;
  readonly tls: ClientTls | null;
  /** Aborts the check. */
  readonly signal: AbortSignal;
};

/**
 * Checks the health of a target. The request holds no credentials: a check must not be a way to get them.
 *
 * @returns the fault in words; null where the target answers as it should
 * @throws Error where this machine has no room for the connection, which says nothing about the target
 */
export async function checkTarget(
  target: CheckedTarget,
  outbound: Pick<OrgOutbound, 'fetch' | 'statusOf'>,
): Promise<string | null> {
  const { healthCheck } = target;
  try {
    const status = await statusOf(target, outbound);
    return isGoodStatus(status, healthCheck) ? null : `It answers with status ${status}.`;
  } catch (error) {
    if (isNoRoom(causeOf(error))) throw error;
    return sentenceOf(error, healthCheck);
  }
}

async function statusOf(
  { url, healthCheck: { path, timeoutMs }, tls, signal }: CheckedTarget,
  outbound: Pick<OrgOutbound, 'fetch' | 'statusOf'>,
): Promise<number> {
  const checked = new URL(path, url).href;
  const headers = { 'user-agent': 'gatehouse-health-check' };
  const init = { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) };
  if (tls) return outbound.statusOf(checked, tls, init);
  const { status, body } = await outbound.fetch(checked, init);
  await body?.cancel();
  return status;
}

function sentenceOf(error: unknown, { timeoutMs }: HealthCheck): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `It does not answer within ${timeoutMs} ms.`;
  const { code } = causeOf(error) as { readonly code?: unknown };
  return `It cannot be reached: ${typeof code === 'string' ? code : 'the connection fails'}.`;
}

/** Returns what `fetch` wraps. */
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error);
