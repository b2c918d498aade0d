import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerDatabase } from '../support/database.ts';
import { freePorts, type PlatformProcess, run, type Settings, startPlatform } from '../support/platform.ts';
import { serverUrl } from '../support/servers.ts';

const postgres = await serverUrl('PostgreSQL server');
const redis = await serverUrl('Redis server');
const STARTS_WITHIN_MS = 120_000;

describe.skipIf(!postgres || !redis)(
  'control plane and gateway in two processes, on PostgreSQL and Redis',
  () => {
    const processes: PlatformProcess[] = [];
    let drop: () => Promise<void>;
    let settings: Settings;

    beforeAll(async () => {
      const database = await createServerDatabase(postgres ?? '');
      drop = database.drop;
      settings = {
        ...(await freePorts()),
        DATABASE_URL: database.url,
        REDIS_URL: `${redis}/9`,
        SECRET_KEY: 'the same in every process, 32 characters or more',
        ADMIN_TOKEN: 'the-admin-token-of-the-e2e-tests',
        DEMO: 'true',
        SECURITY_CONTACT: 'mailto:security@acme.example',
      };
      processes.push(await startPlatform({ ...settings, ROLES: 'control,graphql-server,backends' }));
      const { OPS_PORT = '' } = await freePorts();
      processes.push(await startPlatform({ ...settings, OPS_PORT, ROLES: 'gateway' }));
    }, STARTS_WITHIN_MS);

    afterAll(async () => {
      for (const each of processes) await each.stop();
      await drop?.();
    });

    it('both tell whom to write to about a vulnerability (RFC 9116)', async () => {
      for (const name of ['GATEWAY_PORT', 'CONTROL_PORT']) {
        const answer = await fetch(`http://127.0.0.1:${settings[name]}/.well-known/security.txt`);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i);
        expect(await answer.text()).toMatch(/^Contact: mailto:security@acme.example\nExpires: /);
      }
    });

    it(
      'tell the whole story: what one changes, the other serves',
      async () => {
        const { code, stdout } = await run('examples/story.ts', processes[0]?.settings ?? {});
        const [, held, all] = /(\d+) of (\d+) steps held\n$/.exec(stdout) ?? [];
        expect({ code, held }).toEqual({ code: 0, held: all });
      },
      STARTS_WITHIN_MS,
    );

    it('stop cleanly', async () => {
      for (const each of processes.splice(0).reverse()) expect((await each.stop()).code).toBe(0);
    });
  },
);
