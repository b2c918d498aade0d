import type { OrgOutbound } from '../../../infrastructure/outbound/org-outbound.ts';

const TIMEOUT_MS = 10_000;
/** Bytes that are read of an answer, so that its connection can be used again. The rest is not awaited. */
const ANSWER_BYTES_MAX = 65_536;

/** Result of an attempt. `error` is a sentence for the owner of the webhook, null where it was accepted. */
type AttemptResult = { readonly status: number | null; readonly error: string | null };

/** Sends one delivery. Any 2xx accepts it; no redirect is followed. It never throws. */
export async function attempt(
  outbound: Pick<OrgOutbound, 'fetch' | 'setting'>,
  { url, body, headers }: { url: string; body: string; headers: Readonly<Record<string, string>> },
): Promise<AttemptResult> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await outbound.fetch(url, { method: 'POST', body, headers: { ...headers }, signal });
    const { status } = answer;
    await drain(answer.body);
    const isAccepted = status >= 200 && status < 300;
    return { status, error: isAccepted ? null : `It answered ${status}.` };
  } catch (error) {
    return { status: null, error: sentenceFor(error, signal, outbound.setting) };
  }
}

async function drain(body: AsyncIterable<Uint8Array> | null): Promise<void> {
  let bytes = 0;
  if (!body) return;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) return;
  }
}

function sentenceFor(error: unknown, signal: AbortSignal, setting: string): string {
  if (signal.aborted) return `It did not answer within ${TIMEOUT_MS / 1000} s.`;
  if (causeCode(error) === 'TARGET_NOT_ALLOWED')
    return `Its address is in a private network: an operator can allow it with ${setting}.`;
  return 'It cannot be reached.';
}

function causeCode(error: unknown): unknown {
  for (let each = error; each instanceof Error; each = each.cause)
    if ('code' in each && each.code === 'TARGET_NOT_ALLOWED') return each.code;
  return undefined;
}
