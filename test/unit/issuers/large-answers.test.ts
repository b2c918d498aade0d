import { setImmediate as nextTurn } from 'node:timers/promises';
import { Response } from 'undici';
import { expect, it } from 'vitest';
import { boundedFetch } from '../../../src/infrastructure/client-credentials/oauth-client.ts';

it('large answers of issuers are read one in each turn of the event loop', async () => {
  let goOn = () => {};
  const together = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const fetch = async () => {
    await together;
    return new Response('['.repeat(20_000));
  };
  const read: number[] = [];
  let turn = 0;
  const ask = boundedFetch({ fetch }, 64 * 1024);
  const init = { body: undefined, headers: {}, method: 'GET', redirect: 'manual' } as const;
  const asked = Array.from({ length: 20 }, async () => {
    await ask('https://idp.test/token', init);
    read.push(turn);
  });
  goOn();
  while (read.length < 20) {
    await nextTurn();
    turn += 1;
  }
  await Promise.all(asked);
  const most = Math.max(...read.map((each) => read.filter((other) => other === each).length));
  expect(most).toBe(1);
});
