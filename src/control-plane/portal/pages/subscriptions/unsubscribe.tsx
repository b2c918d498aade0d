import { Crumb } from '../../../../ui/components/crumb.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { named } from '../products/product-name.ts';

const ENDING = graphql(`
  query Ending($id: ID!) {
    subscription(id: $id) { id application { title } product { title version } }
  }
`);

const UNSUBSCRIBE = graphql(`mutation Unsubscribe($id: ID!) { unsubscribe(id: $id) }`);

/** Adds the page that ends a subscription after a confirmation. */
export function unsubscribe(pages: PortalPages): void {
  pages.get('/subscriptions/:id/unsubscribe', async (c) => {
    const { base, text, run } = c.var.pageContext;
    const { subscription } = await run(ENDING, { id: c.req.param('id') });
    if (!subscription) return showNotFound(c);
    const { id, application, product } = subscription;
    return show(
      c,
      <>
        <Crumb href={`${base}/subscriptions/${id}`}>{named(product)}</Crumb>
        <h1 class="title">{text.subscription.end}</h1>
        <p class="lead">{text.subscription.endText(application.title, named(product))}</p>
        <form method="post" action={`${base}/subscriptions/${id}/unsubscribe`} class="row">
          <button class="button button-danger" type="submit">
            {text.subscription.endConfirm}
          </button>
          <a class="button" href={`${base}/subscriptions/${id}`}>
            {text.subscription.cancel}
          </a>
        </form>
      </>,
      { title: text.subscription.end, menu: 'subscriptions' },
    );
  });

  pages.post('/subscriptions/:id/unsubscribe', async (c) => {
    const { base, run } = c.var.pageContext;
    await run(UNSUBSCRIBE, { id: c.req.param('id') });
    return c.redirect(`${base}/subscriptions?done=unsubscribed`, 303);
  });
}
