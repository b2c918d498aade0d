import { growingCache } from '../../../foundation/growing-cache.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';

/** The holder of a share of the answers that a network waits for. */
export type AnswerSharer = {
  readonly kind: 'PORTALS' | 'TOKENS' | 'UNKNOWN';
  /** Tells it from others of its kind: by the org of portals and tokens. */
  readonly key: string;
};

/** The parts of a request that name its sharer. */
type NamedSharer = {
  /** The org in the address of a portal. */
  readonly portalOrg: string | undefined;
  readonly authorization: string | undefined;
};

/** All who are not known. Whoever invents names or tokens shares with others who do. */
const UNKNOWN: AnswerSharer = { kind: 'UNKNOWN', key: '' };
const KNOWN_MAX = 20_000;

type Deps = { readonly database: Pick<Database, 'prisma'>; readonly secrets: Pick<Secrets, 'hashes'> };

/**
 * Finds who shares the answers that a network waits for.
 *
 * That is an org by its portals, or an org by its access tokens. Each has a share of its own, so an invented one must
 * have none. Whether a token still holds is found out later: one that has ended is of its org all the same.
 */
export class AnswerSharers {
  readonly #deps: Deps;
  readonly #known = growingCache<AnswerSharer>(KNOWN_MAX);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async find({ portalOrg, authorization = '' }: NamedSharer): Promise<AnswerSharer> {
    if (portalOrg !== undefined) return this.#knownOr(`org ${portalOrg}`, () => this.#ofPortals(portalOrg));
    const token = /^Bearer ([^\s]+)$/i.exec(authorization)?.[1];
    if (token === undefined) return UNKNOWN;
    const hashes = this.#deps.secrets.hashes(token);
    return this.#knownOr(`token ${hashes[0]}`, () => this.#ofTokens(hashes));
  }

  async #knownOr(key: string, find: () => Promise<AnswerSharer>): Promise<AnswerSharer> {
    const known = this.#known.get(key);
    if (known) return known;
    // Without the database nothing is read of the answers either.
    const found = await find().catch(() => UNKNOWN);
    if (found.kind !== 'UNKNOWN') this.#known.set(key, found);
    return found;
  }

  async #ofPortals(name: string): Promise<AnswerSharer> {
    const { org } = this.#deps.database.prisma;
    return (await org.count({ where: { name } })) > 0 ? { kind: 'PORTALS', key: name } : UNKNOWN;
  }

  async #ofTokens(hashes: string[]): Promise<AnswerSharer> {
    const { accessToken } = this.#deps.database.prisma;
    const token = await accessToken.findFirst({
      where: { tokenHash: { in: hashes } },
      select: { id: true, orgId: true },
    });
    return token ? { kind: 'TOKENS', key: token.orgId ?? token.id } : UNKNOWN;
  }
}
