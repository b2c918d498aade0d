import { type InputPath, refuse } from '../../foundation/errors.ts';

/** Origins of pages that may call an API from a browser, and their rights. (Fetch Standard, "CORS protocol") */
export type Cors = {
  /** Origins as browsers send them, for example `https://shop.example`. `*` alone is every origin. */
  readonly allowedOrigins: readonly string[];
  /** Names of headers besides those that the API's security needs. `*` alone is every header. */
  readonly allowedHeaders: readonly string[];
  /** Names of headers of an answer that pages may read. `*` alone is every header. */
  readonly exposedHeaders: readonly string[];
  /** Seconds for which browsers may cache a preflight answer. */
  readonly maxAgeSeconds: number;
  /** Lets browsers send cookies along. */
  readonly allowCredentials: boolean;
};

/** CORS as the management API and a manifest take it. */
export type CorsDraft = {
  readonly [Member in keyof Cors]?: Cors[Member] | null | undefined;
} & { readonly allowedOrigins: readonly string[] };

export const corsDefaults = {
  allowedHeaders: ['Content-Type'],
  exposedHeaders: [],
  maxAgeSeconds: 600,
  allowCredentials: false,
} as const satisfies Omit<Cors, 'allowedOrigins'>;

const MAX_AGE_MOST = 86_400;
/** A token. (RFC 9110 §5.6.2) `*` is one, too. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const LISTS = ['allowedOrigins', 'allowedHeaders', 'exposedHeaders'] as const;

/**
 * Checks and completes CORS settings.
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function corsFrom(draft: CorsDraft): Cors {
  const path = ['input', 'cors'];
  const cors: Cors = {
    allowedOrigins: draft.allowedOrigins,
    allowedHeaders: draft.allowedHeaders ?? corsDefaults.allowedHeaders,
    exposedHeaders: draft.exposedHeaders ?? corsDefaults.exposedHeaders,
    maxAgeSeconds: draft.maxAgeSeconds ?? corsDefaults.maxAgeSeconds,
    allowCredentials: draft.allowCredentials ?? corsDefaults.allowCredentials,
  };
  checkOrigins(cors.allowedOrigins, [...path, 'allowedOrigins']);
  for (const list of ['allowedHeaders', 'exposedHeaders'] as const)
    cors[list].forEach((name, index) => {
      if (!TOKEN.test(name)) refuseName(name, [...path, list, index]);
    });
  for (const list of LISTS) checkStar(cors, list, [...path, list]);
  const { maxAgeSeconds } = cors;
  if (!Number.isInteger(maxAgeSeconds) || maxAgeSeconds < 0 || maxAgeSeconds > MAX_AGE_MOST)
    refuse('BAD_USER_INPUT', {
      detail: `maxAgeSeconds is ${maxAgeSeconds}: give a whole number from 0 to ${MAX_AGE_MOST}.`,
      path: [...path, 'maxAgeSeconds'],
    });
  return cors;
}

/** Tells whether pages of this origin may call. */
export function isAllowedOrigin({ allowedOrigins }: Cors, origin: string): boolean {
  return allowedOrigins[0] === '*' || allowedOrigins.includes(origin);
}

function checkOrigins(origins: readonly string[], path: InputPath): void {
  if (origins.length === 0)
    refuse('BAD_USER_INPUT', {
      detail: 'allowedOrigins is empty: name an origin, or leave cors out.',
      path,
    });
  origins.forEach((origin, index) => {
    if (origin === '*') return;
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url?.origin === origin && /^https?:/.test(origin)) return;
    const meant = url && /^https?:$/.test(url.protocol) ? url.origin : 'https://shop.example';
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(origin)} is no origin as browsers send it: write scheme, host and port alone, as in ${meant}.`,
      path: [...path, index],
    });
  });
}

function refuseName(name: string, path: InputPath): never {
  return refuse('BAD_USER_INPUT', { detail: `${JSON.stringify(name)} is no name of a header.`, path });
}

/**
 * Refuses `*` with credentials, because browsers then take it for a name. (Fetch Standard, "CORS protocol and
 * credentials")
 */
function checkStar(cors: Cors, list: (typeof LISTS)[number], path: InputPath): void {
  if (!cors[list].includes('*')) return;
  if (cors.allowCredentials)
    refuse('BAD_USER_INPUT', {
      detail: `${list} is * with allowCredentials: browsers refuse that. Name each, or leave allowCredentials out.`,
      path,
    });
  if (cors[list].length > 1)
    refuse('BAD_USER_INPUT', { detail: `${list} has * beside others: let it stand alone.`, path });
}
