/** Needs of an island's page beyond the strict policy. */
export type IslandNeeds = {
  /** Origins that its script calls. */
  readonly connect: readonly string[];
  /** Tells whether its script opens a window that sends a message back. */
  readonly opensWindow?: boolean;
};

/**
 * The headers of a page. Nothing comes from another host, nothing inline runs, nobody frames it; answers hold what is
 * somebody's own, so that no cache may keep one.
 *
 * An island's editor and reference write styles of their own, and fonts as data.
 */
export function pageHeaders(island?: IslandNeeds): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${island ? " 'unsafe-inline'" : ''}`,
    // The console shows logos and icons as data: a picture runs nothing.
    `img-src 'self' data:${island ? ' blob:' : ''}`,
    `connect-src 'self'${(island?.connect ?? []).map((origin) => ` ${origin}`).join('')}`,
    ...(island ? ["font-src 'self' data:", "worker-src 'self' blob:"] : ["font-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': island?.opensWindow ? 'same-origin-allow-popups' : 'same-origin',
  };
}

/**
 * Headers of the page where a window ends that a page of the platform opened.
 *
 * The opener reads its address, which an opener policy would prevent. A page of another origin cannot read it. Nobody
 * else is told the address.
 */
export function returnHeaders(): Record<string, string> {
  const { 'cross-origin-opener-policy': _, ...headers } = pageHeaders();
  return { ...headers, 'referrer-policy': 'no-referrer' };
}
