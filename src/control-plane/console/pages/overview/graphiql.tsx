import type { ConsoleProps } from '../../../../../web/props.ts';
import { includesRole, roles } from '../../../../domain/people/roles.ts';
import type { ConsolePages } from '../../page-context.ts';
import { show } from '../parts/frame.tsx';
import { prefilled } from '../parts/prefilled.ts';
import { examplesFor, readExamples } from './examples.ts';

/** Adds GraphiQL with the examples; `?open=<mutation>&variables=<JSON>` opens a prefilled mutation. */
export function graphiql(pages: ConsolePages): void {
  const examples = readExamples();
  pages.get('/', (c) => {
    // GraphiQL was at this address: bookmarks still lead to it, and browsers keep what stands after the #.
    const { search } = new URL(c.req.url);
    return c.redirect(c.req.query('open') === undefined ? '/console/overview' : `/console/graphiql${search}`);
  });

  pages.get('/graphiql', (c) => {
    const { session, apiUrl, orgs, text } = c.var.pageContext;
    const { graphiql: texts, exampleFolders } = text.overview;
    const org = c.req.query('org') ?? orgs[0]?.name;
    const props: ConsoleProps = {
      endpoint: '/console/graphql',
      apiUrl,
      tokenUrl: '/console/tokens',
      roles: roles.filter((role) => includesRole(session.role, role)).reverse(),
      examples: (org === undefined ? examples : examplesFor(examples, org)).map(({ folder, documents }) => ({
        title: exampleFolders[folder],
        documents,
      })),
      texts,
      open: prefilled(c.req.query('open'), c.req.query('variables')) ?? null,
    };
    return show(
      c.var.pageContext,
      <>
        <h1 class="visually-hidden">GraphiQL</h1>
        <div id="island" class="island" />
      </>,
      {
        title: 'GraphiQL',
        menu: '/console/graphiql',
        org,
        island: { name: 'console', props, connect: [] },
      },
    );
  });
}
