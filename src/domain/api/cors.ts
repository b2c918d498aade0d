import { type InputPath, refuse } from '../../foundation/errors.ts';

/** Which pages of other origins may call an API from a browser. (Fetch Standard, "CORS protocol") */
export type Cors = {
  /** As browsers send them, for example `https://shop.example`; `*` alone is every origin. */
  readonly allowedOrigins: readonly string[];
  /** Names of headers besides those that the API's security asks for; `*` alone is every header. */
  readonly allowedHeaders: readonly string[];
  /** Names of headers of an answer that pages may read; `*` alone is every header. */
  readonly exposedHeaders: readonly string[];
  /** How long browsers remember what they may. */
  readonly maxAgeSeconds: number;
  /** Do cookies go along? */
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
/** RFC 9110 §5.6.2; `*` is one, too. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const LISTS = ['allowedOrigins', 'allowedHeaders', 'exposedHeaders'] as const;

/** CORS, checked and complete. @throws BAD_USER_INPUT, with the path of the member at fault */
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

/** May pages of this origin call? */
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

/** With credentials, browsers take `*` for a name. (Fetch Standard, "CORS protocol and credentials") */
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
