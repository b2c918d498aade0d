import { refuse } from '../../../foundation/errors.ts';
import { growingCache } from '../../../foundation/growing-cache.ts';
import { TurnQueue } from '../../../foundation/turn-queue.ts';
import { inTurnOf } from '../../../graphql/server/org-work.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';

/** The holder of a share of the answers that a network waits for. */
export type AnswerSharer = {
  readonly kind: 'PORTALS' | 'TOKENS' | 'UNKNOWN';
  /** The id of the org, if any. It tells a sharer from others of its kind. */
  readonly key: string;
};

/** The parts of a request that name its sharer. */
type NamedSharer = {
  /** The org in the address of a portal. */
  readonly portalOrg: string | undefined;
  readonly authorization: string | undefined;
  /** The token of a session of the console. */
  readonly session: string | undefined;
  readonly network: string;
};

/** All who are not known. Whoever invents names or tokens shares with others who do. */
const UNKNOWN: AnswerSharer = { kind: 'UNKNOWN', key: 'unknown' };
const KNOWN_MAX = 20_000;
/** Look-ups at a time, and those that may wait: in all, and of a network. */
const [AT_ONCE_MAX, WAITING_MAX, WAITING_MAX_OF_NETWORK] = [4, 1_000, 50];

type Deps = { readonly database: Pick<Database, 'prisma'>; readonly secrets: Pick<Secrets, 'hashes'> };

/**
 * Finds who shares the answers that a network waits for.
 *
 * That is an org by its portals, or an org by its access tokens. Each has a share of its own, so an invented one must
 * have none. Whether a token still holds is found out later: one that has ended is of its org all the same.
 *
 * Whoever is not known yet is looked up in a turn that networks share fairly. All of them together are as one org is to
 * orgs: they give way to those that ask for less.
 */
export class AnswerSharers {
  readonly #deps: Deps;
  readonly #known = growingCache<AnswerSharer>(KNOWN_MAX);
  readonly #lookups = new TurnQueue({
    atOnceMax: AT_ONCE_MAX,
    waitingMax: [WAITING_MAX, WAITING_MAX_OF_NETWORK],
    tooMany: () =>
      refuse('RATE_LIMIT_EXCEEDED', {
        detail: 'Too many requests with unknown tokens, or to unknown portals, wait: try again in a second.',
        headers: { 'Retry-After': '1' },
      }),
  });

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws RATE_LIMIT_EXCEEDED where too many wait who are not known yet */
  async find({ portalOrg, authorization = '', session, network }: NamedSharer): Promise<AnswerSharer> {
    if (portalOrg !== undefined)
      return this.#knownOr(`org ${portalOrg}`, network, () => this.#ofPortals(portalOrg));
    const token = session ?? /^Bearer ([^\s]+)$/i.exec(authorization)?.[1];
    if (token === undefined) return UNKNOWN;
    const hashes = this.#deps.secrets.hashes(token);
    return this.#knownOr(`token ${hashes[0]}`, network, () =>
      session === undefined ? this.#ofTokens(hashes) : this.#ofSessions(hashes),
    );
  }

  async #knownOr(key: string, network: string, find: () => Promise<AnswerSharer>): Promise<AnswerSharer> {
    const known = this.#known.get(key);
    if (known) return known;
    const found = await this.#lookups.run([network], () =>
      // Without the database nothing is read of the answers either.
      inTurnOf(UNKNOWN.key, find).catch(() => UNKNOWN),
    );
    if (found.kind !== 'UNKNOWN') this.#known.set(key, found);
    return found;
  }

  async #ofPortals(name: string): Promise<AnswerSharer> {
    const { org } = this.#deps.database.prisma;
    const found = await org.findUnique({ where: { name }, select: { id: true } });
    return found ? { kind: 'PORTALS', key: found.id } : UNKNOWN;
  }

  async #ofTokens(hashes: string[]): Promise<AnswerSharer> {
    const { accessToken } = this.#deps.database.prisma;
    return sharerOf(await accessToken.findFirst({ where: { tokenHash: { in: hashes } }, select: withOrg }));
  }

  async #ofSessions(hashes: string[]): Promise<AnswerSharer> {
    const { consoleSession } = this.#deps.database.prisma;
    const session = await consoleSession.findFirst({
      where: { tokenHash: { in: hashes } },
      select: { accessToken: { select: withOrg }, membership: { select: withOrg } },
      relationLoadStrategy: 'join',
    });
    return sharerOf(session?.accessToken ?? session?.membership);
  }
}

const withOrg = { id: true, orgId: true } as const;

/** A token that is of no org, as the administrator's, shares with no other. */
const sharerOf = (holder: { readonly id: string; readonly orgId: string | null } | null | undefined) =>
  holder ? ({ kind: 'TOKENS', key: holder.orgId ?? holder.id } as const) : UNKNOWN;
