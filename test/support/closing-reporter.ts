import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { pythonWithAuthlib } from './authlib.ts';
import { chromiumPath } from './chromium.ts';
import { postgresPrograms } from './postgres-server.ts';
import { hasRedisServer } from './redis-server.ts';
import { servers } from './servers.ts';
import { slapdPath } from './slapd.ts';

type Counts = { passed: number; failed: number; skipped: number };

/** A run that lost workers: files that did not end, and counts of the others. */
type CutRun = { readonly files: readonly string[]; readonly counts: Counts };

const isOfDeadWorker = ({ cause }: SerializedError) => cause?.message === 'Worker exited unexpectedly';

/**
 * Ends a run with the tests that could not run here, and with counts.
 *
 * Vitest does not name the files of a worker that died, so this does. The run that completes them adds their counts.
 */
export class ClosingReporter implements Reporter {
  readonly #cutRun: string | undefined;

  readonly #left: readonly string[];

  /**
   * @param cutRun path of the file by which a run that lost workers tells the one that completes it
   * @param left subjects of tests that this run leaves to a thorough one
   */
  constructor(cutRun: string | undefined, left: readonly string[] = []) {
    this.#cutRun = cutRun;
    this.#left = left;
  }

  onInit(_vitest: Vitest): void {}

  async onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): Promise<void> {
    const counts = this.#countsBefore();
    const cut = modules.filter((module) => module.state() === 'pending' || module.state() === 'queued');
    for (const module of modules.filter((each) => !cut.includes(each))) {
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
    for (const subject of this.#left) console.log(`left to npm run test:thorough: ${subject}`);
    const files = cut.map((module) => relative(process.cwd(), module.moduleId));
    for (const file of files) console.log(`did not end, since its worker died: ${file}`);
    const isOnlyCut = files.length > 0 && counts.failed === 0 && errors.every(isOfDeadWorker);
    if (this.#cutRun && !existsSync(this.#cutRun) && isOnlyCut)
      writeFileSync(this.#cutRun, JSON.stringify({ files, counts } satisfies CutRun));
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }

  #countsBefore(): Counts {
    if (!this.#cutRun || !existsSync(this.#cutRun)) return { passed: 0, failed: 0, skipped: 0 };
    return (JSON.parse(readFileSync(this.#cutRun, 'utf8')) as CutRun).counts;
  }
}
