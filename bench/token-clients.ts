import { client, oauthWorld } from '../test/support/oauth.ts';

const REQUESTS = 4_000;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Compares the refusal of an unknown client with that of a wrong secret.
 *
 * Both should be as slow. They alternate, so that other work on the machine affects both alike.
 */
export async function authenticating(): Promise<void> {
  const world = await oauthWorld();
  const wrong = { ...client(), client_secret: 'wrong-secret', grant_type: 'password' };
  const cases = [
    { what: 'wrong secret', form: wrong, times: [] as number[] },
    { what: 'unknown client', form: { ...wrong, client_id: 'nobody-k' }, times: [] as number[] },
  ];
  for (let request = 0; request < REQUESTS; request += 1)
    for (const { form, times } of cases) {
      const started = performance.now();
      const { status } = await world.post('token', form);
      if (status !== 401) throw new Error(`It was not refused: ${status}`);
      if (request >= REQUESTS / 4) times.push(performance.now() - started);
    }
  await world.close();
  console.log(`\nRefused client authentication, ${REQUESTS} times each in turn, the first quarter left out`);
  console.table(cases.map(({ what, times }) => ({ what, 'median ms': median(times).toFixed(3) })));
}
