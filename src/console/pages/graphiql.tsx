import { includesRole, roles } from '../../domain/roles.ts';
import type { ConsoleProps } from '../../islands/props.ts';
import { readExamples } from '../examples.ts';
import { prefilled } from '../prefilled.ts';
import type { ConsolePages } from '../visit.ts';
import { show } from './frame.tsx';

/** GraphiQL with the examples; `?open=<mutation>&variables=<JSON>` shows that mutation first, prefilled. */
export function graphiql(pages: ConsolePages): void {
  const examples = readExamples();
  pages.get('/', (c) => {
    const { session, apiUrl } = c.var.visit;
    const props: ConsoleProps = {
      endpoint: '/console/graphql',
      apiUrl,
      tokenUrl: '/console/tokens',
      roles: roles.filter((role) => includesRole(session.role, role)).reverse(),
      examples,
      open: prefilled(c.req.query('open'), c.req.query('variables')) ?? null,
    };
    return show(
      c.var.visit,
      <>
        <h1 class="visually-hidden">GraphiQL</h1>
        <div id="island" class="island" />
      </>,
      { title: 'GraphiQL', menu: '/console', island: { name: 'console', props, connect: [] } },
    );
  });
}
