import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { sections } from '../../docs/.vitepress/pages.ts';
import { slugOf } from '../../docs/.vitepress/slug.ts';
import { chapters } from '../../examples/story/chapters.ts';
import { shownAsText } from '../../examples/story/markdown.ts';
import { commands } from '../../src/cli/cli.ts';
import { signatureOf } from '../../src/control-plane/events/webhooks/webhook-signature.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => join('docs', file)),
];

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
const schema = buildSchema(readFileSync('src/control-plane/management/schema.graphql', 'utf8'));
const portalSchema = buildSchema(readFileSync('src/control-plane/portal/api/schema.graphql', 'utf8'));

/** Code is no text: what looks like a link or a heading there is none. */
const textOf = (page: string) => readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugOf(title));

function linksOf(page: string): string[] {
  return [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** A link of a page that leads nowhere, if it does. */
function deadEnd(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (target.startsWith('..') || !existsSync(target)) return `${page}: ${link} does not exist`;
  if (anchor !== undefined && !anchorsOf(target).includes(anchor))
    return `${page}: ${link} names no heading of ${target}`;
  return undefined;
}

describe('the documentation', () => {
  it.each(pages)('%s links to files and headings that exist', (page) => {
    expect(linksOf(page).flatMap((link) => deadEnd(page, link) ?? [])).toEqual([]);
  });

  it.each(pages)('%s names files that exist', (page) => {
    const named = [
      ...readFileSync(page, 'utf8').matchAll(
        /`((?:src|test|bin|bench|examples|prisma|deploy|docs)\/[\w./-]+)`/g,
      ),
    ];
    expect(named.flatMap(([, file = '']) => (existsSync(file) ? [] : file))).toEqual([]);
  });

  it('walks through files that exist', () => {
    const architecture = readFileSync('docs/internals/architecture.md', 'utf8');
    const named = [...architecture.matchAll(/`([a-z-]+(?:\/[\w.-]+)+\.tsx?|[a-z-]+\/[\w/-]+\/)`/g)];
    expect(named.length).toBeGreaterThan(50);
    expect(named.flatMap(([, path = '']) => (existsSync(join('src', path)) ? [] : path))).toEqual([]);
  });

  it.each(pages)('%s names commands that exist', (page) => {
    const text = readFileSync(page, 'utf8');
    const called = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    const words = [...text.matchAll(/npx gatehouse ([a-z-]+)/g)].map(([, name = '']) => name);
    expect(called.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    expect(words.filter((name) => !commands.some((command) => command.name === name))).toEqual([]);
  });

  it.each(pages)('%s shows GraphQL that the management API takes, or that of the portal', (page) => {
    const blocks = [...readFileSync(page, 'utf8').matchAll(/^```graphql( portal)?\n([\s\S]*?)^```/gm)];
    const faults = blocks.flatMap(([, ofPortal, document = '']) =>
      validate(ofPortal ? portalSchema : schema, parse(document)),
    );
    expect(faults.map(({ message }) => message)).toEqual([]);
  });

  it('shows receivers of webhooks how to verify a signature', async () => {
    const [, code = ''] =
      /^```js\n([\s\S]*?)^```/m.exec(readFileSync('docs/guides/webhooks.md', 'utf8')) ?? [];
    const { isFromGatehouse } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const signature = signatureOf('{"id":"1"}', { secret: 'whsec_1', at: new Date() });
    expect(isFromGatehouse('{"id":"1"}', signature, 'whsec_1')).toBe(true);
    expect(isFromGatehouse('{"id":"2"}', signature, 'whsec_1')).toBe(false);
    const old = signatureOf('{"id":"1"}', { secret: 'whsec_1', at: new Date(0) });
    expect(isFromGatehouse('{"id":"1"}', old, 'whsec_1')).toBe(false);
  });

  it('lists every page in the navigation of the site', () => {
    const listed = sections.flatMap(({ pages: each }) => each.map(([path]) => `docs${path}.md`));
    const written = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/index.md');
    expect([...listed].sort()).toEqual([...written].sort());
  });

  it('has thirteen recipes, each with as many files as its heading says', () => {
    const [, text = ''] = /^## Recipes\n([\s\S]*?)^## /m.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
    const recipes = text.split(/^### /m).slice(1);
    expect(recipes).toHaveLength(13);
    for (const recipe of recipes) {
      const [, title, count] = /^(.+): (\d+) files?/.exec(recipe) ?? [];
      expect([title, recipe.match(/^\d+\. /gm)?.length]).toEqual([title, Number(count)]);
    }
  });

  it('begins with a README of at most 150 lines', () => {
    expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(151);
  });

  it('has a tutorial with every step of the story', () => {
    const steps = chapters.flatMap(({ steps }) => steps);
    const headings = [...readFileSync('docs/tutorial.md', 'utf8').matchAll(/^### \d+\. (.+)$/gm)];
    expect(headings.map(([, title]) => title)).toEqual(steps.map(({ title }) => shownAsText(title)));
  });
});
