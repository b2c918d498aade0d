import { defineConfig } from 'vitepress';
import { showOuterLinksAsText } from './inner-links.ts';
import { sections } from './pages.ts';
import { slugOf } from './slug.ts';

export default defineConfig({
  title: 'Gatehouse',
  description: 'An API management platform whose own management is a GraphQL API.',
  lang: 'en',
  markdown: {
    anchor: { slugify: slugOf },
    config: showOuterLinksAsText,
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Reference', link: '/reference/settings' },
      { text: 'Runbook', link: '/operate/runbook' },
    ],
    sidebar: sections.map(({ text, pages }) => ({
      text,
      items: pages.map(([link, title]) => ({ text: title, link })),
    })),
  },
});
