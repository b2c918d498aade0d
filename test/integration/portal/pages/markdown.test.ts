import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPortalPages } from '../../../../src/control-plane/portal/pages/portal-pages.ts';
import { Assets } from '../../../../src/ui/kit/assets.ts';
import { CLIENT_ADDRESS, openPortal, type PortalWorld } from '../../../support/portal.ts';

let portal: PortalWorld;
let read: (path: string, accept?: string) => Promise<Response>;
beforeAll(async () => {
  portal = await openPortal();
  const words = {
    summary: 'A [link](http://evil) *now*',
    description: '# Big\n\n- one',
    tags: [],
    links: [],
  };
  await portal.product({ name: 'rates', title: 'Rates\u0007 | `x` # <b>', words });
  await portal.product({
    name: 'long',
    title: 'Long',
    words: { ...words, description: '*a* '.repeat(2_400) },
  });
  await portal.product({ name: 'secret', title: 'Secret', visibility: 'AUTHENTICATED' });
  const pages = createPortalPages({
    ...portal.deps,
    assets: new Assets(),
    onFault: (fault) => {
      throw fault;
    },
  });
  read = async (path, accept = 'text/html') =>
    pages.fetch(new Request(`http://control.test/portal/acme/sandbox${path}`, { headers: { accept } }), {
      clientAddress: CLIENT_ADDRESS,
    });
});
afterAll(() => portal.close());

describe('a page as Markdown', () => {
  it('is answered to who accepts it, and at its address with .md', async () => {
    for (const answer of [
      await read('/products/rates:1.0.0', 'text/markdown, text/html;q=0.5'),
      await read('/products/rates:1.0.0.md'),
    ]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'text/markdown; charset=utf-8',
      ]);
      const text = await answer.text();
      expect(text).toContain('\n# Rates \\| \\`x\\` # \\<b>\n');
      expect(text).toContain('A \\[link\\](http://evil) \\*now\\*');
      expect(text).toContain('- one');
      expect(text).toContain('(http://control.test/portal/acme/sandbox/');
      expect(text).not.toMatch(/<(?:div|form|button|script)/);
      expect(text).not.toContain('\u0007');
    }
  });

  it('is converted in a child process where it is long', async () => {
    let isRead = false;
    let hadChild = false;
    const look = () => {
      hadChild ||= process.getActiveResourcesInfo().includes('ProcessWrap');
      if (!isRead) setImmediate(look);
    };
    for (const [name, isLong] of [
      ['rates', false],
      ['long', true],
    ] as const) {
      isRead = false;
      look();
      const answer = await read(`/products/${name}:1.0.0.md`);
      isRead = true;
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect((await answer.text()).includes('_a_ _a_ _a_')).toBe(isLong);
      expect(hadChild).toBe(isLong);
    }
  });

  it('is HTML for browsers, and says that it depends', async () => {
    const browser = await read('/products/rates:1.0.0', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(browser.headers.get('content-type')).toMatch(/^text\/html/);
    expect(browser.headers.get('vary')).toContain('Accept');
  });

  it('is there for each public page, with its status, and shows no more than the page', async () => {
    for (const path of [
      '/errors',
      '/errors/client-id-missing',
      '/changes',
      '/apis/rates:1.0.0/customerdb:1.0.0/operations',
    ]) {
      const answer = await read(`${path}.md`);
      expect([path, answer.status, (await answer.text()).startsWith('#') || path.includes('/')]).toEqual([
        path,
        200,
        true,
      ]);
    }
    const hidden = await read('/products/secret:1.0.0.md');
    expect([hidden.status, hidden.headers.get('content-type')]).toEqual([
      404,
      'text/markdown; charset=utf-8',
    ]);
    expect(await (await read('/', 'text/markdown')).text()).not.toContain('Secret');
    expect(await (await read('/errors.md')).text()).toContain(
      '| Code | HTTP status |\n| --- | --- |\n| [`BAD_USER_INPUT`](',
    );
  });

  it('is what llms.txt links to', async () => {
    const text = await (await read('/llms.txt')).text();
    expect(text).toContain('/products/rates:1.0.0.md)');
    expect(text).toContain('/errors.md)');
  });
});
