import { expect, it } from 'vitest';
import { createConsole } from '../../src/console/console.ts';

it('the console needs no other host, and may call none', async () => {
  const response = await createConsole()();
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'self'; /);
  expect(page.match(/<(script|link|img)\b[^>]*\b(src|href)="?(https?:)?\/\/[^>]*>/gi) ?? []).toEqual([]);
});

it('the console has the story’s documents as its tabs', async () => {
  expect(await (await createConsole()()).text()).toContain('mutation CreateOrg(');
});
