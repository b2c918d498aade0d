import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import type { ConsolePages } from '../../page-context.ts';
import { graphqlServerPath, graphqlServerSchemaPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { SchemaView, schemaPartIn, schemaVariables } from '../parts/schema-view.tsx';
import { SERVER_SCHEMA, SERVER_SDL } from './server-query.ts';

/** Adds the page of a GraphQL server's schema by types, and its file. */
export function graphqlServerSchema(pages: ConsolePages): void {
  pages.get('/graphql-servers/:org/:server/schema.graphql', async (c) => {
    const { org, server: name } = c.req.param();
    const { graphqlServer: server } = await c.var.pageContext.session.run(SERVER_SDL, { org, name });
    return server?.sdl == null ? showNotFound(c) : schemaFile(name, server.sdl);
  });

  pages.get('/graphql-servers/:org/:server/schema', async (c) => {
    const { pageContext } = c.var;
    const { org, server: name } = c.req.param();
    const part = schemaPartIn(c);
    const read = (of: typeof part) =>
      pageContext.session.run(SERVER_SCHEMA, { org, name, ...schemaVariables(of) });
    const { graphqlServer: server } = await read(part);
    if (!server) return showNotFound(c);
    const { menu, graphQLServers } = pageContext.text;
    const text = graphQLServers.schema;
    const title = text.titleOf(server.title);
    const trail = [
      { title: menu['/console/graphql-servers'], href: `/console/graphql-servers?org=${org}` },
      { title: server.title, href: graphqlServerPath({ org, server: name }) },
    ];
    const path = graphqlServerSchemaPath({ org, server: name });
    return show(
      pageContext,
      <>
        <PageHeader crumbs={<Crumbs org={org} trail={trail} />} title={title} />
        {server.schema ? (
          <SchemaView path={path} kept={{}} part={part} schema={server.schema} />
        ) : (
          <EmptyState icon="network" title={text.none} text={text.noneText} />
        )}
      </>,
      { title, menu: '/console/graphql-servers', org },
    );
  });
}

const schemaFile = (name: string, sdl: string) =>
  new Response(sdl, {
    headers: {
      'content-type': 'application/graphql; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.graphql"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
