import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { refuse } from '../errors.ts';
import type { Verdict } from '../registries/registry.ts';

/** Slows the guessing of passwords: so many failures in a window, then nobody is asked until it closes. */
export type Attempts = {
  /**
   * Asks a registry, unless too many attempts for the same names failed. Attempts beyond what may still fail wait for
   * those under way: guesses at the same time are counted as well, and right passwords are never refused.
   *
   * @param names whose attempts are counted together: the provider, the client, the username
   * @throws GRANT_INVALID with Retry-After when too many failed; the registry is not asked
   */
  attempt(names: readonly string[], ask: () => Promise<Verdict>): Promise<Verdict>;
};

type Account = { failures: number; asking: number; closesAt: number; readonly waiting: (() => void)[] };

const FAILURES_MAX = 10;
const WINDOW_MS = 15 * 60_000;
const ACCOUNTS_MAX = 10_000;

/** Counts in this process, and forgets the oldest accounts first. (spec.md shows no such limit) */
export function createAttempts({ clock }: { readonly clock: Clock }): Attempts {
  const accounts = new Map<string, Account>();

  function accountOf(key: string): Account {
    const account = accounts.get(key) ?? { failures: 0, asking: 0, closesAt: 0, waiting: [] };
    if (clock().getTime() >= account.closesAt) account.failures = 0;
    accounts.delete(key);
    accounts.set(key, account);
    const [oldest] = accounts.keys();
    if (accounts.size > ACCOUNTS_MAX && oldest !== undefined) accounts.delete(oldest);
    return account;
  }

  return {
    async attempt(names, ask) {
      const key = keyOf(names);
      const account = accountOf(key);
      await turnOf(account, clock);
      account.asking += 1;
      try {
        const verdict = await ask();
        count(account, verdict, clock);
        return verdict;
      } finally {
        account.asking -= 1;
        if (account.failures + account.asking + account.waiting.length === 0) accounts.delete(key);
        for (const wake of account.waiting.splice(0)) wake();
      }
    },
  };
}

/** Resolves when one more may fail. */
async function turnOf(account: Account, clock: Clock): Promise<void> {
  while (account.failures + account.asking >= FAILURES_MAX) {
    if (account.failures >= FAILURES_MAX)
      refuse('GRANT_INVALID', {
        detail: 'Too many attempts for this username failed: try again later.',
        headers: { 'Retry-After': `${Math.ceil((account.closesAt - clock().getTime()) / 1000)}` },
      });
    await new Promise<void>((resolve) => account.waiting.push(resolve));
  }
}

/** The window opens with the first failure; a right password ends it. */
function count(account: Account, { answer }: Verdict, clock: Clock): void {
  if (answer === 'ACCEPTED') account.failures = 0;
  if (answer !== 'REFUSED') return;
  if (account.failures === 0) account.closesAt = clock().getTime() + WINDOW_MS;
  account.failures += 1;
}

/** A registry may take different spellings for one person; they count together. */
function keyOf(names: readonly string[]): string {
  const spelled = names.map((name) => name.normalize('NFKC').toLowerCase());
  return createHash('sha256').update(JSON.stringify(spelled)).digest('base64url');
}
