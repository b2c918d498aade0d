import { type GraphiQLPlugin, useGraphiQL } from '@graphiql/react';
import { type SubmitEvent, useState } from 'react';
import { fill } from '../page.ts';
import type { ConsoleProps } from '../props.ts';
import { curlOf } from './curl.ts';

type Settings = Pick<ConsoleProps, 'apiUrl' | 'tokenUrl' | 'roles' | 'texts'>;
type Issued = { readonly token: string; readonly expiresAt: string };

const MINUTES = [5, 15, 60] as const;

/** A panel that issues a token for scripts and shows the command that uses it. */
export function accessTokenPlugin(settings: Settings): GraphiQLPlugin {
  return { title: settings.texts.token, icon: KeyIcon, content: () => <AccessToken {...settings} /> };
}

function AccessToken({ apiUrl, tokenUrl, roles, texts }: Settings) {
  const [issued, setIssued] = useState<Issued>();
  const [fault, setFault] = useState('');
  const issue = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { minutes, role } = Object.fromEntries(new FormData(event.currentTarget));
    const answer = await issueToken(tokenUrl, { minutes: Number(minutes), role: String(role) });
    setIssued(answer.issued);
    setFault(answer.fault ?? '');
  };
  return (
    <section className="panel">
      <h2 className="panel-title">{texts.token}</h2>
      <p>{texts.tokenHint}</p>
      <form onSubmit={issue} className="panel-form">
        <label>
          {texts.role}
          <select name="role">
            {roles.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        <label>
          {texts.minutes}
          <select name="minutes" defaultValue={15}>
            {MINUTES.map((minutes) => (
              <option key={minutes}>{minutes}</option>
            ))}
          </select>
        </label>
        <button type="submit" className="graphiql-button">
          {texts.issue}
        </button>
      </form>
      {fault !== '' && <p role="alert">{fault}</p>}
      {issued && (
        <>
          <p role="status">{fill(texts.until, { until: new Date(issued.expiresAt).toLocaleTimeString() })}</p>
          <Copied label={texts.issued} copy={texts.copy} text={issued.token} />
        </>
      )}
      <Curl apiUrl={apiUrl} token={issued?.token ?? '$GATEHOUSE_TOKEN'} texts={texts} />
    </section>
  );
}

/** The document of the active tab, as a script sends it. */
function Curl({ apiUrl, token, texts }: Pick<Settings, 'apiUrl' | 'texts'> & { token: string }) {
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]);
  const document = { query: tab?.query ?? '', variables: tab?.variables ?? '' };
  return <Copied label={texts.document} copy={texts.copy} text={curlOf(apiUrl, token, document)} />;
}

type CopiedProps = { readonly label: string; readonly copy: string; readonly text: string };

function Copied({ label, copy, text }: CopiedProps) {
  return (
    <label className="panel-copy">
      {label}
      <textarea readOnly rows={4} value={text} spellCheck={false} />
      <button
        type="button"
        className="graphiql-button"
        onClick={() => void navigator.clipboard.writeText(text)}
      >
        {copy}
      </button>
    </label>
  );
}

async function issueToken(
  url: string,
  options: { minutes: number; role: string },
): Promise<{ issued?: Issued; fault?: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gatehouse-console': '1' },
    body: JSON.stringify(options),
  });
  const answer = await response.json();
  return response.ok ? { issued: answer } : { fault: answer.errors?.[0]?.message ?? response.statusText };
}

function KeyIcon() {
  return (
    <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <circle cx="6.5" cy="13.5" r="4" />
      <path d="m9.5 10.5 7-7m-3 3 2.5 2.5m-5 0 1.5 1.5" />
    </svg>
  );
}
