import { Crumb } from '../../../../ui/components/crumb.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';

const DELETING = graphql(`
  query Deleting($name: String!) {
    application(name: $name) { name title subscriptionCount }
  }
`);

const DELETE = graphql(`mutation DeleteApplication($name: String!) { deleteApplication(name: $name) }`);

/** Adds the page that deletes an application after a confirmation. */
export function deleteApplication(pages: PortalPages): void {
  pages.get('/applications/:name/delete', async (c) => {
    const { base, text, run } = c.var.pageContext;
    const { application } = await run(DELETING, { name: c.req.param('name') });
    if (!application) return showNotFound(c);
    const { name, title, subscriptionCount } = application;
    return show(
      c,
      <>
        <Crumb href={`${base}/applications/${name}`}>{title}</Crumb>
        <h1 class="title">{text.application.deleteTitle(title)}</h1>
        <p class="lead">{text.application.deleteText(subscriptionCount)}</p>
        <form method="post" action={`${base}/applications/${name}/delete`} class="row">
          <button class="button button-danger" type="submit">
            {text.application.deleteConfirm}
          </button>
          <a class="button" href={`${base}/applications/${name}`}>
            {text.application.keep}
          </a>
        </form>
      </>,
      { title: text.application.deleteTitle(title), menu: 'applications' },
    );
  });

  pages.post('/applications/:name/delete', async (c) => {
    const { base, run } = c.var.pageContext;
    await run(DELETE, { name: c.req.param('name') });
    return c.redirect(`${base}/applications?done=deleted`, 303);
  });
}
