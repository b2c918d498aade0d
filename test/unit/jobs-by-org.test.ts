import { expect, it } from 'vitest';
import { workByOrg } from '../../src/control-plane/jobs/work-by-org.ts';

const settled = () => new Promise<void>((done) => setImmediate(done));
const itemsOf = (orgId: string, count: number) => Array.from({ length: count }, (_, at) => ({ orgId, at }));

it('an org whose work hangs holds up no other', async () => {
  const begun: string[] = [];
  void workByOrg(
    [...itemsOf('hanging', 50), ...itemsOf('quiet', 2)],
    () => false,
    async ({ orgId, at }) => {
      begun.push(`${orgId} ${at}`);
      if (orgId === 'hanging') await new Promise(() => {});
    },
  );
  await settled();
  expect(begun).toEqual(['hanging 0', 'quiet 0', 'quiet 1']);
});

it('what is late is left for the next time, but for the first of each org', async () => {
  let seconds = 0;
  const done: string[] = [];
  const orgs = Array.from({ length: 20 }, (_, at) => itemsOf(`org ${at}`, 3));
  await workByOrg(
    orgs.flat(),
    () => seconds >= 30,
    async ({ orgId, at }) => {
      seconds += 30;
      done.push(`${orgId} ${at}`);
    },
  );
  expect(done.sort()).toEqual(orgs.map((_, at) => `org ${at} 0`).sort());
});
