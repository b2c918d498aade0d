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

/** One that is stored; without a MAC where it was written before chains, or past them. */
export type StoredEntry = AuditEntry & { readonly mac: string | null };

/** Where the chain of an org begins and ends: between which events, and with which MACs. */
export type ChainEnds = {
  readonly orgId: string;
  readonly afterId: bigint;
  readonly afterMac: string;
  readonly headId: bigint;
  readonly headMac: string;
};

/** The same with the MAC over it. */
export type SignedEnds = ChainEnds & { readonly mac: string };

/** Makes and compares the MACs of chains. */
export type AuditSigner = {
  sign(text: string): string;
  verifies(text: string, mac: string): boolean;
};

/** The MAC before the first event of a chain. */
export const GENESIS = '';

/** What the MAC of an event is made over: all of it, and the MAC of the event before. */
export function entryText(
  { orgId, id, at, actor, action, subject, detail, address }: AuditEntry,
  before: string,
): string {
  const content = [orgId, `${id}`, at.toISOString(), actor, action, subject, canonical(detail), address];
  return JSON.stringify(['event', ...content, before]);
}

/**
 * The MAC of ends that take the place of others. Of others that somebody has changed it stays wrong: what is forged is not
 * made good by what comes after it.
 */
export function nextEndsMac(ends: ChainEnds, last: SignedEnds | undefined, signer: AuditSigner): string {
  return last && !holds(last, signer) ? last.mac : signer.sign(endsText(ends));
}

/** Are these ends as the platform wrote them? */
export const holds = ({ mac, ...ends }: SignedEnds, { verifies }: AuditSigner): boolean =>
  verifies(endsText(ends), mac);

const endsText = ({ orgId, afterId, afterMac, headId, headMac }: ChainEnds): string =>
  JSON.stringify(['ends', orgId, `${afterId}`, afterMac, `${headId}`, headMac]);

/** JSON as it reads back from the database, which keeps members in an order of its own. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}

/** What a chain was found to be. */
export type ChainReport = {
  /** Events that it holds together. */
  readonly chained: number;
  /** Events from before it. */
  readonly earlier: number;
  /** Events beside it: of a process of the version before, or written past the platform. */
  readonly beside: { readonly count: number; readonly firstId: bigint | undefined };
  /** The first event at which it breaks, and how; undefined when it is whole. */
  readonly broken: { readonly id: bigint; readonly why: string } | undefined;
};

/** Reads a chain from its first event to its last, each once. */
export function chainReader(ends: ChainEnds, signer: AuditSigner) {
  let before = ends.afterMac;
  let lastId = ends.afterId;
  let [chained, earlier, beside] = [0, 0, 0];
  let firstBeside: bigint | undefined;
  let broken: ChainReport['broken'];
  const breakAt = (id: bigint, why: string) => {
    broken ??= { id, why };
  };
  return {
    read({ mac, ...entry }: StoredEntry): void {
      const { id } = entry;
      if (mac === null) {
        if (id <= ends.afterId) earlier += 1;
        else {
          beside += 1;
          firstBeside ??= id;
        }
        return;
      }
      if (id <= ends.afterId) breakAt(id, 'it stands before the beginning of the chain');
      else if (!signer.verifies(entryText(entry, before), mac))
        breakAt(id, 'it was changed, or events before it were changed or removed');
      else if (id > ends.headId) breakAt(id, 'it stands behind the end of the chain');
      chained += 1;
      before = mac;
      lastId = id;
    },
    report(): ChainReport {
      if (lastId !== ends.headId || before !== ends.headMac)
        breakAt(ends.headId, 'it is the last of the chain, and is missing');
      return { chained, earlier, beside: { count: beside, firstId: firstBeside }, broken };
    },
  };
}
