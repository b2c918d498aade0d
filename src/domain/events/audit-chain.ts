/** An event of the audit, as its MAC covers it. */
export type AuditEntry = {
  readonly orgId: string;
  readonly id: bigint;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: unknown;
  readonly address: string | null;
};

/** A stored event. It has no MAC if it was written before chains existed, or not by the platform. */
export type StoredEntry = AuditEntry & { readonly mac: string | null };

/** The ends of an org's chain: its first and last events and their MACs. */
type ChainEnds = {
  readonly orgId: string;
  readonly afterId: bigint;
  readonly afterMac: string;
  readonly headId: bigint;
  readonly headMac: string;
};

/** The ends with the MAC over them. */
export type SignedEnds = ChainEnds & { readonly mac: string };

/** Makes and compares the MACs of chains. */
export type AuditSigner = {
  sign(text: string): string;
  verifies(text: string, mac: string): boolean;
};

/** The MAC before the first event of a chain. */
export const GENESIS = '';

/** Returns the text that an event's MAC covers: the event and the MAC before it. */
export function entryText(
  { orgId, id, at, actor, action, subject, detail, address }: AuditEntry,
  before: string,
): string {
  const content = [orgId, `${id}`, at.toISOString(), actor, action, subject, canonical(detail), address];
  return JSON.stringify(['event', ...content, before]);
}

/**
 * Returns the MAC of ends that replace others. If the others were tampered with, the MAC stays wrong, so that later
 * events cannot repair a forgery.
 */
export function nextEndsMac(ends: ChainEnds, last: SignedEnds | undefined, signer: AuditSigner): string {
  return last && !holds(last, signer) ? last.mac : signer.sign(endsText(ends));
}

/** Tells whether the platform wrote these ends. */
export const holds = ({ mac, ...ends }: SignedEnds, { verifies }: AuditSigner): boolean =>
  verifies(endsText(ends), mac);

const endsText = ({ orgId, afterId, afterMac, headId, headMac }: ChainEnds): string =>
  JSON.stringify(['ends', orgId, `${afterId}`, afterMac, `${headId}`, headMac]);

/** Sorts the members of a value. The database keeps members in an order of its own. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}

/** The result of reading a chain. */
type ChainReport = {
  /** Events within the chain. */
  readonly chained: number;
  /** Events from before the chain. */
  readonly earlier: number;
  /** Events outside the chain. A process of the previous version wrote them, or something else than the platform. */
  readonly beside: { readonly count: number; readonly firstId: bigint | undefined };
  /** The first event at which the chain breaks, and the reason. Undefined when the chain is whole. */
  readonly broken: { readonly id: bigint; readonly why: string } | undefined;
};

/** Reads a chain from its first event to its last, each once. */
export class ChainReader {
  readonly #ends: ChainEnds;
  readonly #signer: AuditSigner;
  #before: string;
  #lastId: bigint;
  #chained = 0;
  #earlier = 0;
  #beside = 0;
  #firstBeside: bigint | undefined;
  #broken: ChainReport['broken'];

  constructor(ends: ChainEnds, signer: AuditSigner) {
    this.#ends = ends;
    this.#signer = signer;
    this.#before = ends.afterMac;
    this.#lastId = ends.afterId;
  }

  read({ mac, ...entry }: StoredEntry): void {
    const { id } = entry;
    if (mac === null) {
      this.#readUnsigned(id);
      return;
    }
    if (id <= this.#ends.afterId) this.#breakAt(id, 'it stands before the beginning of the chain');
    else if (!this.#signer.verifies(entryText(entry, this.#before), mac))
      this.#breakAt(id, 'it was changed, or events before it were changed or removed');
    else if (id > this.#ends.headId) this.#breakAt(id, 'it stands behind the end of the chain');
    this.#chained += 1;
    this.#before = mac;
    this.#lastId = id;
  }

  report(): ChainReport {
    const { headId, headMac } = this.#ends;
    if (this.#lastId !== headId || this.#before !== headMac)
      this.#breakAt(headId, 'it is the last of the chain, and is missing');
    return {
      chained: this.#chained,
      earlier: this.#earlier,
      beside: { count: this.#beside, firstId: this.#firstBeside },
      broken: this.#broken,
    };
  }

  #readUnsigned(id: bigint): void {
    if (id <= this.#ends.afterId) this.#earlier += 1;
    else {
      this.#beside += 1;
      this.#firstBeside ??= id;
    }
  }

  #breakAt(id: bigint, why: string): void {
    this.#broken ??= { id, why };
  }
}
