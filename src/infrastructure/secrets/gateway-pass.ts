import type { Clock } from '../../foundation/clock.ts';
import { growingCache } from '../../foundation/growing-cache.ts';
import type { Secrets, Signer } from './secrets.ts';

/** The API through which a call reaches a GraphQL server of this platform. */
export type GatewayPass = {
  readonly orgId: string;
  /** The name of the org. */
  readonly org: string;
  /** `name:version` */
  readonly api: string;
  /** The client id of the application. Null for an unknown caller. */
  readonly client: string | null;
  /** The person of HTTP Basic, as the user registry names them. Null without one. */
  readonly subject: string | null;
  /** Claims of an external issuer's token, which only the gateway verifies. Null without such a token. */
  readonly claims: object | null;
};

/** The header of the pass. It goes only to GraphQL servers of this platform, and comes only from its gateways. */
export const PASS_HEADER = 'x-gatehouse-pass';

const PURPOSE = 'gateway pass';
/** The time for which a pass is valid. */
const HOLDS_MS = 60_000;
/** The time for which a pass is reused. The rest is for clocks that differ, and calls under way. */
const USED_MS = 30_000;
const REMEMBERED_MAX = 10_000;
const PASS = /^([\w-]{1,8000})\.([\w-]{43})$/;

/** The claims of a pass. Its text is the claims in base64url, then a signature over exactly that text. */
type PassClaims = readonly [
  orgId: string,
  org: string,
  api: string,
  client: string | null,
  issuedAt: number,
  claims?: object | null,
  subject?: string | null,
];

/** Issues the passes of a gateway's calls. Calls of the same half minute share one that has no claims. */
export class PassIssuer {
  readonly #signer: Signer;
  readonly #clock: Clock;
  readonly #issued = growingCache<{ readonly text: string; readonly issuedAt: number }>(REMEMBERED_MAX);

  constructor(secrets: Pick<Secrets, 'signer'>, clock: Clock) {
    this.#signer = secrets.signer(PURPOSE);
    this.#clock = clock;
  }

  issue({ orgId, org, api, client, claims, subject }: GatewayPass): string {
    const now = this.#clock().getTime();
    if (claims) return this.#signed([orgId, org, api, client, now, claims, subject]);
    // Neither an id, a name nor a client id has a line end.
    const key = `${orgId} ${api} ${client ?? ''}${subject === null ? '' : `\n${subject}`}`;
    const known = this.#issued.get(key);
    if (known && now - known.issuedAt < USED_MS && now >= known.issuedAt) return known.text;
    const text = this.#signed(
      subject === null ? [orgId, org, api, client, now] : [orgId, org, api, client, now, null, subject],
    );
    this.#issued.set(key, { text, issuedAt: now });
    return text;
  }

  #signed(claims: PassClaims): string {
    const content = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${content}.${this.#signer.sign(content)}`;
  }
}

/** Reads the passes of requests. */
export class PassReader {
  readonly #signer: Signer;
  readonly #clock: Clock;

  constructor(secrets: Pick<Secrets, 'signer'>, clock: Clock) {
    this.#signer = secrets.signer(PURPOSE);
    this.#clock = clock;
  }

  /** Returns what a pass says. Undefined when it is missing, forged, altered or expired. */
  read(text: string | null): GatewayPass | undefined {
    const [, content = '', signature = ''] = PASS.exec(text ?? '') ?? [];
    if (content === '' || !this.#signer.verifies(content, signature)) return undefined;
    const [orgId, org, api, client, issuedAt, claims = null, subject = null] = JSON.parse(
      Buffer.from(content, 'base64url').toString(),
    ) as PassClaims;
    const age = this.#clock().getTime() - issuedAt;
    return age <= HOLDS_MS && age >= USED_MS - HOLDS_MS
      ? { orgId, org, api, client, subject, claims }
      : undefined;
  }
}
