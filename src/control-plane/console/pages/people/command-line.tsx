import type { Context } from 'hono';
import {
  type CommandLineLogin,
  isLoginDue,
  LOGIN_MINUTES,
  LOGIN_PATH,
  loginCode,
  readLoginRequest,
} from '../../../../domain/people/command-line-login.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { isRecipientKey, sealToken } from '../../../../infrastructure/tokens/handover.ts';
import { SelectField } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { distinctTitle } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { show } from '../parts/frame.tsx';
import { Copyable } from '../parts/issued.tsx';

const CALLER = graphql(`
  query CommandLineCaller { viewer { everyOrg role orgs(first: 200) { name title } } }
`);

const ISSUE = graphql(`
  mutation CommandLineToken($input: IssueTemporaryTokenInput!) {
    issueTemporaryToken(input: $input) { name token expiresAt }
  }
`);

const PATH = '/command-line';

/**
 * Adds the page that gives a command line an access token of the person.
 *
 * Decision: nothing of a login is stored. The token is sealed for the key in the address, so that only the command line
 * that asked can read it, wherever browser or clipboard leave it; a link that somebody else sends is of no use to them.
 */
export function commandLine(pages: ConsolePages): void {
  pages.get(PATH, async (c) => {
    const login = await dueLogin(c, c.req.query());
    return login ? showQuestion(c, login) : showOver(c);
  });

  pages.post(PATH, async (c) => {
    const { org, ...values } = await readForm(c, 'org', 'key', 'host', 'at', 'port');
    const login = await dueLogin(c, values);
    if (!login) return showOver(c);
    const input = { minutes: LOGIN_MINUTES, ...(org && { org }) };
    const { result, refused } = await attempt(c.var.pageContext.session.run(ISSUE, { input }));
    if (refused) return showQuestion(c, login, refused);
    return showToken(c, login, await sealToken(result.issueTemporaryToken.token, login.key));
  });
}

/** Reads a login that can be confirmed now. Undefined for any other address. */
async function dueLogin(
  { var: { pageContext } }: Context<ConsoleEnv>,
  values: Readonly<Record<string, string>>,
): Promise<CommandLineLogin | undefined> {
  const login = readLoginRequest(values);
  const isDue = login && isLoginDue(login, pageContext.clock()) && (await isRecipientKey(login.key));
  return isDue ? login : undefined;
}

async function showQuestion(
  c: Context<ConsoleEnv>,
  login: CommandLineLogin,
  refused?: PageRefusal,
): Promise<Response> {
  const { pageContext } = c.var;
  const { viewer } = await pageContext.session.run(CALLER);
  const { text } = pageContext;
  const { commandLine: words } = text.people;
  const every = viewer.everyOrg ? [{ value: '', label: words.everyOrg }] : [];
  const options = viewer.orgs.map((org) => ({ value: org.name, label: distinctTitle(org, viewer.orgs) }));
  const { key, host, at, port } = login;
  return show(
    pageContext,
    <>
      <h1 class="title">{words.title}</h1>
      <p class="lead">
        {words.asks(<strong>{host}</strong>, pageContext.session.name, text.label(viewer.role))}
      </p>
      <RefusedNotice refused={refused} />
      <form method="post" action={LOGIN_PATH} class="card form">
        <p class="text">{words.goOn(<code class="code">{loginCode(key)}</code>)}</p>
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="host" value={host} />
        <input type="hidden" name="at" value={`${at.getTime()}`} />
        <input type="hidden" name="port" value={port === undefined ? '' : `${port}`} />
        <SelectField name="org" label={words.org} options={[...every, ...options]} value="" />
        <p class="row">
          <button class="button button-primary" type="submit">
            {words.allow}
          </button>
          <a class="button" href="/console/overview">
            {words.cancel}
          </a>
        </p>
      </form>
    </>,
    { title: words.title },
  );
}

function showOver(c: Context<ConsoleEnv>): Response {
  const { commandLine: words } = c.var.pageContext.text.people;
  const refused = { status: 400, field: undefined, message: words.over };
  return show(
    c.var.pageContext,
    <>
      <h1 class="title">{words.title}</h1>
      <RefusedNotice refused={refused} />
    </>,
    { title: words.title, refused },
  );
}

/** Shows the sealed token. A command line that waits on this machine is brought it. */
function showToken(c: Context<ConsoleEnv>, { port }: CommandLineLogin, sealed: string): Response {
  const { commandLine: words } = c.var.pageContext.text.people;
  const response = show(
    c.var.pageContext,
    <>
      <h1 class="title">{words.title}</h1>
      <Notice tone="success">
        <p class="text">{port === undefined ? words.copy : words.signedIn}</p>
      </Notice>
      <Copyable value={sealed} what={words.sealed} />
    </>,
    { title: words.title },
  );
  // A form may lead to no other origin, by the policy of pages: the browser goes there by itself.
  if (port !== undefined)
    response.headers.set('refresh', `0; url=http://127.0.0.1:${port}/?sealed=${sealed}`);
  return response;
}
