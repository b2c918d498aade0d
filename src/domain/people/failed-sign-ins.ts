/** A failed sign-in. */
export type FailedSignIn = {
  /** The org concerned. Null is every org. Undefined is none, and the operator is informed. */
  readonly orgId: string | null | undefined;
  readonly action: 'signInFailed' | 'accessTokenRefused';
  /** The claimed name, as far as it is known here. */
  readonly subject: string;
  /** Details that all failures counted together share. */
  readonly detail?: Readonly<Record<string, string>> | undefined;
  readonly address: string | undefined;
};

/** Failures that are reported together. */
export type ReportedFailures = Omit<FailedSignIn, 'detail'> & {
  readonly detail: Readonly<Record<string, unknown>>;
  /** Marks the report as sent. */
  done(): void;
};

/** The interval between two reports of similar failures. Those in between are only counted. */
const AGAIN_MS = 15 * 60_000;
/** The interval for failures that concern every org. Each is written once per org. */
const AGAIN_EVERY_ORG_MS = 60 * 60_000;
const SUBJECTS_MAX = 20;
const SUBJECTS_EVERY_ORG_MAX = 1;
const ORGS_MAX = 10_000;
const ADDRESSES_MAX = 5;
/** The subject of failures that are counted together because there are too many. */
const OTHERS = '(others)';

type Tally = Pick<FailedSignIn, 'action' | 'subject' | 'detail'> & {
  failures: number;
  since: Date;
  until: Date;
  readonly addresses: Set<string>;
  toldAt: number;
};

/**
 * Counts failed sign-ins, so that strangers cause few writes however often they try. Each org reports twenty subjects
 * in a quarter of an hour, and all others as one.
 */
export class FailedSignInTally {
  readonly #orgs = new Map<FailedSignIn['orgId'], Map<string, Tally>>();

  note(failed: FailedSignIn, now: Date): void {
    const tally = this.#tallyOf(failed, now);
    if (!tally) return;
    if (tally.failures === 0) tally.since = now;
    tally.failures += 1;
    tally.until = now;
    if (failed.address !== undefined && tally.addresses.size < ADDRESSES_MAX)
      tally.addresses.add(failed.address);
  }

  /** Returns the reports that are due. At the end of a process, all are. */
  due(now: Date, { isEnd = false } = {}): ReportedFailures[] {
    return [...this.#due(now, isEnd)];
  }

  #tallyOf(failed: FailedSignIn, now: Date): Tally | undefined {
    const { orgId, action, subject, detail } = failed;
    const tallies = this.#orgs.get(orgId) ?? new Map<string, Tally>();
    if (!this.#orgs.has(orgId)) {
      if (this.#orgs.size >= ORGS_MAX) return undefined;
      this.#orgs.set(orgId, tallies);
    }
    const max = orgId === null ? SUBJECTS_EVERY_ORG_MAX : SUBJECTS_MAX;
    const own = JSON.stringify([action, subject, detail]);
    const isOther = !tallies.has(own) && tallies.size >= max;
    const key = isOther ? OTHERS : own;
    const known = tallies.get(key);
    if (known) return known;
    const what = isOther ? { action, subject: OTHERS } : { action, subject, detail };
    const made = { ...what, failures: 0, since: now, until: now, addresses: new Set<string>(), toldAt: 0 };
    tallies.set(key, made);
    return made;
  }

  *#due(now: Date, isEnd: boolean): Generator<ReportedFailures> {
    for (const [orgId, tallies] of this.#orgs) {
      const againMs = orgId === null ? AGAIN_EVERY_ORG_MS : AGAIN_MS;
      for (const [key, tally] of tallies) {
        const isDue = isEnd || now.getTime() - tally.toldAt >= againMs;
        if (isDue && tally.failures > 0) yield reportedFailures(orgId, tally, now);
        else if (isDue) tallies.delete(key);
      }
      if (tallies.size === 0) this.#orgs.delete(orgId);
    }
  }
}

function reportedFailures(orgId: FailedSignIn['orgId'], tally: Tally, now: Date): ReportedFailures {
  const { action, subject, detail, failures, since, until } = tally;
  const addresses = [...tally.addresses];
  const span = { since: since.toISOString(), until: until.toISOString() };
  return {
    orgId,
    action,
    subject,
    address: addresses[0],
    detail: { ...detail, failures, ...span, ...(addresses.length > 1 && { addresses }) },
    done() {
      tally.toldAt = now.getTime();
      tally.failures -= failures;
      tally.addresses.clear();
    },
  };
}
