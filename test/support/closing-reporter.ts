import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { pythonWithAuthlib } from './authlib.ts';
import { chromiumPath } from './chromium.ts';
import { postgresPrograms } from './postgres-server.ts';
import { hasRedisServer } from './redis-server.ts';
import { servers } from './servers.ts';
import { slapdPath } from './slapd.ts';

/** Ends a run with the tests that could not run here, and with counts. */
export class ClosingReporter implements Reporter {
  onInit(_vitest: Vitest): void {}

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state] += 1;
        if (state === 'passed' && test.diagnostic()?.flaky)
          console.log(`passed only when tried again: ${module.moduleId}: ${test.fullName}`);
      }
    }
    for (const { name, isReachable, setting } of await servers())
      if (!isReachable) console.log(`skipped with a ${name}: none is reachable; ${setting} names one`);
    if (!postgresPrograms)
      console.log(
        'skipped with a PostgreSQL server that crashes: its programs (initdb, postgres) are not installed',
      );
    if (!hasRedisServer)
      console.log('skipped with a Redis that hangs or is lost: redis-server is not installed');
    if (!pythonWithAuthlib)
      console.log('skipped with an OAuth client made with Authlib: Python lacks it, or requests');
    if (!slapdPath) console.log('skipped with an OpenLDAP directory: slapd is not installed');
    if (!chromiumPath())
      console.log('skipped in a browser: there is no Chromium; install one, or let CHROMIUM name its path');
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}
