import { type GraphiQLPlugin, useGraphiQL } from '@graphiql/react';
import { type SubmitEvent, useState } from 'react';
import type { ConsoleProps } from '../props.ts';
import { curlOf } from './curl.ts';

type Settings = Pick<ConsoleProps, 'apiUrl' | 'tokenUrl' | 'roles'>;
type Issued = { readonly token: string; readonly expiresAt: string };

const MINUTES = [5, 15, 60] as const;

/** A panel that issues a token for scripts and shows the command that uses it. */
export function accessTokenPlugin(settings: Settings): GraphiQLPlugin {
  return { title: 'Access token', icon: KeyIcon, content: () => <AccessToken {...settings} /> };
}

function AccessToken({ apiUrl, tokenUrl, roles }: Settings) {
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
      <h2 className="panel-title">Access token</h2>
      <p>For a script. It has a role and an end, and is shown this once.</p>
      <form onSubmit={issue} className="panel-form">
        <label>
          Role
          <select name="role">
            {roles.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        <label>
          Minutes
          <select name="minutes" defaultValue={15}>
            {MINUTES.map((minutes) => (
              <option key={minutes}>{minutes}</option>
            ))}
          </select>
        </label>
        <button type="submit" className="graphiql-button">
          Issue a token
        </button>
      </form>
      {fault !== '' && <p role="alert">{fault}</p>}
      {issued && (
        <>
          <p role="status">It is good until {new Date(issued.expiresAt).toLocaleTimeString()}.</p>
          <Copied label="Token" text={issued.token} />
        </>
      )}
      <Curl apiUrl={apiUrl} token={issued?.token ?? '$GATEHOUSE_TOKEN'} />
    </section>
  );
}

/** The document of the active tab, as a script sends it. */
function Curl({ apiUrl, token }: { apiUrl: string; token: string }) {
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]);
  const document = { query: tab?.query ?? '', variables: tab?.variables ?? '' };
  return <Copied label="The document at hand" text={curlOf(apiUrl, token, document)} />;
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <label className="panel-copy">
      {label}
      <textarea readOnly rows={4} value={text} spellCheck={false} />
      <button
        type="button"
        className="graphiql-button"
        onClick={() => void navigator.clipboard.writeText(text)}
      >
        Copy
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
