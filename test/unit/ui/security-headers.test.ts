import { describe, expect, it } from 'vitest';
import { pageHeaders } from '../../../src/ui/kit/security-headers.ts';

const policyOf = (headers: Record<string, string>) =>
  new Map(
    headers['content-security-policy']?.split('; ').map((each) => {
      const [name = '', ...values] = each.split(' ');
      return [name, values.join(' ')];
    }),
  );

describe('the policy of a page', () => {
  it('takes nothing from elsewhere, nothing inline, and lets nobody frame it', () => {
    const policy = policyOf(pageHeaders());
    expect(policy.get('default-src')).toBe("'none'");
    for (const kind of ['script-src', 'style-src', 'connect-src', 'form-action'])
      expect(policy.get(kind)).toBe("'self'");
    // Pictures of the provider, which the console has as data.
    expect(policy.get('img-src')).toBe("'self' data:");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
  });

  it('lets an island style itself and call the origins it names, and run no script but ours', () => {
    const policy = policyOf(pageHeaders({ connect: ['http://gateway.test'] }));
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('connect-src')).toBe("'self' http://gateway.test");
    expect(policy.get('style-src')).toBe("'self' 'unsafe-inline'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
  });

  it('lets no window hold the page, but the one that the page itself opens, where it waits for it', () => {
    const policy = 'cross-origin-opener-policy';
    expect(pageHeaders()[policy]).toBe('same-origin');
    expect(pageHeaders({ connect: [] })[policy]).toBe('same-origin');
    expect(pageHeaders({ connect: [], opensWindow: true })[policy]).toBe('same-origin-allow-popups');
  });

  it('keeps pages out of every cache', () => {
    expect(pageHeaders()['cache-control']).toBe('no-store');
  });
});
