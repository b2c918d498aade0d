import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

describe('GraphQL over HTTP: the portal API', () => {
  const audits = serverAudits({
    url: 'http://control.test/portal/acme/sandbox/graphql',
    fetchFn: (url: string, init: RequestInit) => portal.fetch(new Request(url, init)),
  });
  it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
    '%s %s',
    async (_id, _name, audit) => {
      const result = await audit.fn();
      expect(result.status === 'ok' ? undefined : result.reason).toBeUndefined();
    },
  );
});
