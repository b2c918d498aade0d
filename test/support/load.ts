import { Agent, request } from 'node:http';

/** A status, or what the caller saw in place of an answer. */
export type Outcome = number | string;
export const ok = (outcome: Outcome) => outcome === 200;

/** One call with a client key. */
export function call(url: string, key: string, agent?: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { headers: { 'X-Client-Id': key }, agent: agent ?? (false as const) };
    const fail = (error: Error) => resolve(error.message);
    request(url, options, (response) => {
      response.resume().on('error', fail);
      response.on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', fail)
      .end();
  });
}

export const CALLERS = 6;

/** Some callers, each with a kept connection of its own, that call without a pause. */
export function beginLoad(url: string, key: string, callers = CALLERS) {
  const outcomes: Outcome[] = [];
  const endedAt: number[] = [];
  let isOver = false;
  const calling = Array.from({ length: callers }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      outcomes.push(await call(url, key, agent));
      endedAt.push(Date.now());
    }
    agent.destroy();
  });
  return {
    outcomes,
    /** Instants at which the calls ended. */
    endedAt,
    async end() {
      isOver = true;
      await Promise.all(calling);
    },
  };
}
