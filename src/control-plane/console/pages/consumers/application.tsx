import type { Context } from 'hono';
import { Fact } from '../../../../ui/components/fact.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import {
  type ApplicationAddress,
  applicationPath,
  catalogPath,
  consumerOrgPath,
  consumersPath,
} from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { runAction } from '../parts/run-action.ts';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { ApiKeys, type IssuedApiKey, IssuedKey } from './api-keys.tsx';
import { actions } from './application-actions.ts';
import { ACTION_FIELDS, type RefusedApplicationAction } from './application-fields.tsx';
import { APPLICATION, type ApplicationSectionProps } from './application-query.ts';
import { Settings } from './application-settings.tsx';
import { ClientCertificates } from './client-certificates.tsx';
import { Credentials } from './credentials.tsx';
import { type IssuedCredential, IssuedSecret } from './issued-secret.tsx';
import { Subscriptions } from './subscriptions.tsx';

const PATH = '/catalogs/:org/:catalog/consumers/:consumerOrg/:application';

/** Adds the page of an application: its client keys, its subscriptions, and its state. */
export function application(pages: ConsolePages): void {
  pages.get(PATH, (c) => showApplication(c, c.req.param()));

  pages.post(PATH, async (c) => {
    const address = c.req.param();
    const form = await readForm(c, ...ACTION_FIELDS);
    const acted = await runAction(c, actions, { target: address, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
    if (refused) return showApplication(c, address, { form, refused });
    if (typeof result !== 'string') return showApplication(c, address, result);
    const isGone = result === 'applicationDeleted';
    return c.redirect(`${isGone ? consumerOrgPath(address) : applicationPath(address)}?done=${result}`, 303);
  });
}

/** Result of a form, where one was sent. */
type ApplicationActionResult =
  | RefusedApplicationAction
  | { readonly issued: IssuedCredential }
  | { readonly issuedKey: IssuedApiKey };

async function showApplication(
  c: Context<ConsoleEnv>,
  address: ApplicationAddress,
  sent?: ApplicationActionResult,
) {
  const { pageContext } = c.var;
  const { application: found } = await pageContext.session.run(APPLICATION, address);
  if (!found) return showNotFound(c);
  const refused = sent && 'refused' in sent ? sent : undefined;
  const mayChange = allowsChange(pageContext.session);
  const { consumers } = pageContext.text;
  const part = { address, application: found, mayChange, now: pageContext.clock(), sent: refused };
  return show(
    pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[
          { title: consumers.catalog(found.consumerOrg.catalog.title), href: catalogPath(address) },
          { title: consumers.consumers, href: consumersPath(address) },
          { title: found.consumerOrg.title, href: consumerOrgPath(address) },
        ]}
      />
      <div class="head">
        <h1 class="title">{found.title}</h1>
        <State state={found.state} />
      </div>
      <Done done={c.req.query('done')} />
      {!isBeside(part) && <RefusedNotice refused={refused?.refused} />}
      {sent && 'issued' in sent && <IssuedSecret issued={sent.issued} />}
      {sent && 'issuedKey' in sent && <IssuedKey issued={sent.issuedKey} />}
      <Facts {...part} />
      <Subscriptions {...part} />
      <Credentials {...part} />
      <ApiKeys {...part} />
      <ClientCertificates {...part} />
      {mayChange && <Settings {...part} />}
    </>,
    { title: found.title, org: address.org, refused: refused?.refused },
  );
}

/** Fields of each form that show their own fault. */
const fields: Readonly<Record<string, readonly string[]>> = {
  save: ['title', 'clientType', 'redirectUris'],
  createCredential: ['title'],
  createApiKey: ['title', 'expiresAt'],
  addCertificate: ['certificate'],
  reject: ['reason'],
  suspend: ['suspensionReason'],
};

const isBeside = ({ sent, mayChange }: ApplicationSectionProps) =>
  mayChange && sent !== undefined && fields[sent.form.action]?.includes(sent.refused.field ?? '') === true;

function Facts({ address, application: { clientType, redirectUris, title } }: ApplicationSectionProps) {
  const { consumers } = useTexts().text;
  const { org, catalog, consumerOrg, application: name } = address;
  const calls = new URLSearchParams({ org, catalog, consumerOrg, application: name });
  return (
    <dl class="facts">
      <Fact name={consumers.name}>
        <code class="code">{name}</code>
      </Fact>
      <Fact name={consumers.application.clientType}>
        {consumers.application.clientTypes[clientType].name}
      </Fact>
      {redirectUris.length > 0 && (
        <Fact name={consumers.application.redirectUris}>
          <ul class="plain-list">
            {redirectUris.map((uri) => (
              <li>
                <code class="code">{uri}</code>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Fact name={consumers.calls}>
        <a class="link" href={`/console/usage?${calls}`}>
          {consumers.usageOf(title)}
        </a>
      </Fact>
    </dl>
  );
}
