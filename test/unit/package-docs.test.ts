import { describe, expect, it } from 'vitest';

const { asPackaged } = await import(new URL('../../bin/package-docs.mjs', import.meta.url).href);
const packaged = new Set(['docs/start.md', 'deploy/helm']);
const readme = (text: string) => asPackaged(text, 'README.md', (path: string) => packaged.has(path));

describe('the documentation of the package', () => {
  it('keeps links to what the package holds, to headings and to other sites', () => {
    const text = '[a](docs/start.md#now) [b](deploy/helm) [c](#here) [d](https://example.com/x)';
    expect(readme(text)).toBe(text);
  });

  it('shows links to what the package does not hold as text, and leaves code and pictures alone', () => {
    expect(readme('See [tests](test/support/README.md) and `x`.')).toBe('See tests and `x`.');
    const text = '![p](docs/pictures/p.jpg)\n```\n[a](b)\n```\n';
    expect(readme(text)).toBe(text);
  });
});
