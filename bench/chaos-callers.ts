import { setTimeout as sleep } from 'node:timers/promises';
import { errors, Pool } from 'undici';
import { type ChaosApplication, type ChaosWorld, type Member, PATH } from './chaos-world.ts';

/** A call as its caller saw it. */
export type SeenCall = {
  readonly gateway: Member;
  readonly application: ChaosApplication;
  /** A status, `refused` where no connection was made, or how it was cut. */
  readonly result: string;
  readonly at: number;
};

export type ChaosCallers = {
  readonly calls: readonly SeenCall[];
  stop(): Promise<void>;
};

/** An answer, or a refusal behind a limit. Any other is told with its body. */
const EXPECTED = [200, 429];
const REASON_LENGTH = 300;
const CALLERS = 6;
const THINK_MS = 20;
const REFUSED_MS = 50;
const TIGHT_EVERY_MS = 100;
/** A stopped gateway answers when it goes on. */
const PATIENCE_MS = 60_000;

/** Callers with kept connections, who retry nothing. */
export function startChaosCallers({ gateways, keys }: ChaosWorld): ChaosCallers {
  const calls: SeenCall[] = [];
  const pools = new Map(
    gateways.map((gateway) => {
      const url = gateway.now.settings['GATEWAY_URL'] ?? '';
      return [gateway, new Pool(url, { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })] as const;
    }),
  );
  let isOver = false;

  async function call(gateway: Member, key: string): Promise<string> {
    try {
      const sent = await pools
        .get(gateway)
        ?.request({ path: PATH, method: 'GET', headers: { 'x-client-id': key } });
      const text = (await sent?.body.text()) ?? '';
      const { statusCode = 0 } = sent ?? {};
      return EXPECTED.includes(statusCode)
        ? `${statusCode}`
        : `${statusCode} ${text.slice(0, REASON_LENGTH)}`;
    } catch (error) {
      return isRefused(error) ? 'refused' : `cut: ${(error as NodeJS.ErrnoException).code}`;
    }
  }
  const caller = async (gateway: Member, application: ChaosApplication, everyMs: number) => {
    while (!isOver) {
      const result = await call(gateway, keys[application]);
      calls.push({ gateway, application, result, at: performance.now() });
      await sleep(result === 'refused' ? REFUSED_MS : everyMs * 2 * Math.random());
    }
  };
  const calling = gateways.flatMap((gateway) => [
    ...Array.from({ length: CALLERS }, () => caller(gateway, 'free', THINK_MS)),
    caller(gateway, 'tight', TIGHT_EVERY_MS),
  ]);
  return {
    calls,
    async stop() {
      isOver = true;
      await Promise.all(calling);
      for (const pool of pools.values()) await pool.close();
    },
  };
}

/** No connection was made, so that no call can have been served. */
function isRefused(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' || error instanceof errors.ConnectTimeoutError;
}
