import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Copyable } from '../parts/copyable.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import type { AuthorizationServer, Flow } from './authorization-servers.ts';
import { TOKEN_HEADING } from './security-options.tsx';
import { keyInCode, Snippets } from './snippets.tsx';
import { authorizationInShell, type TokenClient, tokenCall } from './token-call.ts';

type GetTokenProps = {
  readonly pageContext: PortalPageContext;
  readonly servers: readonly AuthorizationServer[];
  readonly client: TokenClient;
};

/** Section on where access tokens come from: addresses, scopes, the calls of flows. */
export function GetToken({ pageContext, servers, client }: GetTokenProps) {
  if (servers.length === 0) return null;
  const { text } = pageContext;
  const isPublic = servers.every((server) => clientFor(server, client).clientType === 'PUBLIC');
  return (
    <Section id={TOKEN_HEADING} title={text.tryIt.getToken}>
      <p class="text">{isPublic ? text.token.leadOfPublic : text.token.lead}</p>
      <div class="stack">
        {servers.map((server, index) => (
          <article class="card" aria-label={server.issuer}>
            <Addresses pageContext={pageContext} server={server} />
            <Flows pageContext={pageContext} server={server} client={clientFor(server, client)} id={index} />
          </article>
        ))}
      </div>
    </Section>
  );
}

/** The application, of the other type where the issuer takes none of its own. */
function clientFor({ clientTypes }: AuthorizationServer, client: TokenClient): TokenClient {
  const [only = client.clientType] = clientTypes;
  return clientTypes.includes(client.clientType) ? client : { ...client, clientType: only };
}

type ServerProps = Pick<GetTokenProps, 'pageContext'> & { readonly server: AuthorizationServer };
type FlowsProps = ServerProps &
  Pick<GetTokenProps, 'client'> & {
    /** Tells the issuer from the others on the page. */
    readonly id: number;
  };

/** The calls of the flows that an application can use. A public one has no credentials of its own. (RFC 6749 §4.4) */
function Flows({ server, client, ...props }: FlowsProps) {
  if (server.tokenUrl === null) return null;
  const open = server.flows.filter((flow) => flow !== 'APPLICATION' || client.clientType !== 'PUBLIC');
  return open.map((flow) => <FlowCalls {...props} server={server} client={client} flow={flow} />);
}

function Addresses({ pageContext, server }: ServerProps) {
  const { token } = pageContext.text;
  const addresses = [
    [token.issuer, server.issuer],
    [token.metadata, server.metadataUrl],
    [token.tokenUrl, server.tokenUrl],
    [token.authorizeUrl, server.authorizeUrl],
  ] as const;
  return (
    <>
      <dl class="facts">
        {addresses.map(
          ([name, value]) =>
            value !== null && (
              <Fact name={name}>
                <Copyable pageContext={pageContext} value={value} what={name} />
              </Fact>
            ),
        )}
        {server.scopes.length > 0 && (
          <Fact name={token.scopes}>
            <ul class="list">
              {server.scopes.map(({ name, description }) => (
                <li>
                  <code class="code">{name}</code> <bdi>{description}</bdi>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      {server.tokenUrl === null && <p class="text">{token.outside}</p>}
    </>
  );
}

type FlowProps = FlowsProps & { readonly flow: Flow };

function FlowCalls({ pageContext, server, client, flow, id }: FlowProps) {
  const { text } = pageContext;
  return (
    <details>
      <summary class="details-summary">{text.token.flows[flow]}</summary>
      <div class="stack">
        {flow === 'ACCESS_CODE' && (
          <>
            <p class="text">{text.token.begin}</p>
            <CodeBlock
              code={authorizationInShell({ server, client })}
              what={text.token.begin}
              copy={text.copy.label}
              copied={text.copy.done}
              secret={keyInCode(text, client.clientKey)}
            />
            <p class="text">{text.token.redeem}</p>
          </>
        )}
        <Snippets
          pageContext={pageContext}
          name={`${flow}-${id}`}
          call={tokenCall(flow, { server, client })}
          clientKey={client.clientKey}
        />
        {flow !== 'APPLICATION' && client.clientType !== 'PUBLIC' && (
          <p class="small quiet">{text.token.ofPublic}</p>
        )}
      </div>
    </details>
  );
}
