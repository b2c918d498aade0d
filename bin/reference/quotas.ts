import { isOfCatalog, quotaResources, quotas } from '../../src/domain/org/quota.ts';
import { page, table } from './markdown.ts';

const owners = {
  ORG: 'an org',
  ISSUER: 'a person or token',
  CATALOG: 'a catalog',
  CONSUMER_ORG: 'a consumer org',
  APPLICATION: 'an application',
  MEMBER: 'a person of a portal',
} as const;

export function printQuotas(): string {
  return page('Quotas', 'src/domain/org/quota.ts', [
    'Everything that can be made has a quota. One more is refused with 409 `QUOTA_EXCEEDED`, which names the quota, whose it is, and what to do. It is no 429, because waiting alone does not help. Of sessions the oldest ends instead.',
    '`setQuota` sets a quota for an org (administrators of the platform) or for a catalog (administrators of the org, within the quota of the org). `quotas` tells limit and use; in the portal consumers see their own. In the console they are at `/console/quotas`, which the usage and each catalog link to. An org whose quota was lowered keeps what it has. A manifest that would exceed a quota is refused whole.',
    table(
      ['quota', 'default', 'of', 'meaning', 'set for a catalog'],
      quotaResources.map((name) => {
        const { limit, owner, description } = quotas[name];
        return [
          `\`${name}\``,
          limit.toLocaleString('en-US'),
          owners[owner],
          description,
          isOfCatalog(name) ? 'yes' : 'no',
        ];
      }),
    ),
  ]);
}
