import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPages } from '../parts/page-context.ts';
import { askToSignIn } from '../parts/problem.tsx';
import { leaveCurrent } from './leave-current.ts';

const DELETING = graphql(`
  query DeletingOrg {
    viewer {
      role
      consumerOrg { name title applicationCount subscriptionCount memberCount members(first: 20) { username isOwner } }
    }
  }
`);

const DELETE = graphql(`mutation DeleteConsumerOrg($name: String!) { deleteConsumerOrg(name: $name) }`);

/** Adds the page that deletes the organization. It says before what ends, and has its name typed. */
export function deleteOrg(pages: PortalPages): void {
  pages.get('/team/delete', (c) => showDeletion(c));

  pages.post('/team/delete', (c) =>
    leaveCurrent(c, async () => {
      const { refused } = await attempt(c.var.pageContext.run(DELETE, await readForm(c, 'name')));
      return refused && showDeletion(c, refused);
    }),
  );
}

async function showDeletion(c: Context<PortalEnv>, refused?: PageRefusal): Promise<Response> {
  const { base, text, run } = c.var.pageContext;
  const { viewer } = await run(DELETING);
  if (!viewer) return askToSignIn(c);
  const words = text.team.deletion;
  const { name, title, members, ...counts } = viewer.consumerOrg;
  if (viewer.role !== 'OWNER') {
    const owners = members.filter(({ isOwner }) => isOwner).map(({ username }) => username);
    return show(
      c,
      <div class="card narrow">
        <h1 class="title">{words.title(title)}</h1>
        <p class="text">{words.ownersAlone(owners.join(', '))}</p>
        <a class="button" href={`${base}/team`}>
          {words.back}
        </a>
      </div>,
      { title: words.title(title), menu: 'account', status: 403 },
    );
  }
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{words.title(title)}</h1>
      <p class="text">{words.text(counts)}</p>
      <RefusedNotice refused={refused} beside={['name']} />
      <form method="post" action={`${base}/team/delete`} class="form">
        <Field name="name" label={words.name(name)} refused={refused} autocomplete="off" required />
        <div class="row">
          <button class="button button-danger" type="submit">
            {words.confirm}
          </button>
          <a class="button" href={`${base}/team`}>
            {words.keep}
          </a>
        </div>
      </form>
    </div>,
    { title: words.title(title), menu: 'account', refused },
  );
}
