import type { AlertShare } from '../../domain/plan/limit-alert.ts';
import { growingCache } from '../../foundation/growing-cache.ts';
import { storableJson } from '../../foundation/text/storable-json.ts';
import type { Database } from '../../infrastructure/database/database.ts';

/** A share of a window that a subscription has used. */
type LimitAlert = {
  readonly subscriptionId: string;
  /** The name of the limit. */
  readonly limit: string;
  readonly share: AlertShare;
  /** The end of the window, in milliseconds since 1970. */
  readonly endsAt: number;
};

type LimitAlertsDeps = { readonly database: Pick<Database, 'query'> };

/** Alerts that wait for the database, and windows that are remembered. */
const ALERTS_MAX = 10_000;

/** A row is written once by all gateways. A subscription that has ended is told nothing of. */
const WRITE = `
INSERT INTO "LimitAlert" ("subscriptionId", "limit", share, "endsAt")
SELECT given.* FROM jsonb_to_recordset($1::jsonb)
  AS given("subscriptionId" uuid, "limit" text, share int, "endsAt" timestamptz)
  JOIN "Subscription" s ON s.id = given."subscriptionId"
ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`;

/** The used shares of windows, each told once. The trigger of their table writes the events. */
export class LimitAlerts {
  readonly #database: LimitAlertsDeps['database'];
  /** Shares by window that were noted already. */
  readonly #noted = growingCache<AlertShare>(ALERTS_MAX);
  #unwritten: LimitAlert[] = [];

  constructor({ database }: LimitAlertsDeps) {
    this.#database = database;
  }

  note(alert: LimitAlert): void {
    const { subscriptionId, limit, share, endsAt } = alert;
    const key = `${subscriptionId}:${limit}:${endsAt}`;
    if ((this.#noted.get(key) ?? 0) >= share || this.#unwritten.length >= ALERTS_MAX) return;
    this.#noted.set(key, share);
    this.#unwritten.push(alert);
  }

  /** @throws what the database throws; the alerts are then kept for the next write */
  async write(): Promise<void> {
    if (this.#unwritten.length === 0) return;
    const alerts = this.#unwritten;
    this.#unwritten = [];
    try {
      const rows = alerts.map((each) => ({ ...each, endsAt: new Date(each.endsAt).toISOString() }));
      await this.#database.query(WRITE, [storableJson(rows)]);
    } catch (error) {
      this.#unwritten = [...alerts, ...this.#unwritten];
      throw error;
    }
  }
}
