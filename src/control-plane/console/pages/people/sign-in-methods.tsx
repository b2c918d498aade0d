import { Fact } from '../../../../ui/components/fact.tsx';
import { Copyable } from '../parts/issued.tsx';
import { useTexts } from '../parts/texts.ts';

type SignInWaysProps = {
  readonly identityProvider: {
    readonly issuer: string;
    readonly clientId: string;
    readonly redirectUrl: string;
  } | null;
};

/** Ways to sign in to this platform. Operators configure them where the processes are started. */
export function SignInWays({ identityProvider }: SignInWaysProps) {
  const words = useTexts().text.people.signInWays;
  return (
    <section class="section">
      <h2 class="heading">{words.title}</h2>
      {identityProvider ? (
        <>
          <p class="text">{words.withProvider}</p>
          <dl class="facts">
            <Fact name={words.issuer}>
              <code class="code">{identityProvider.issuer}</code>
            </Fact>
            <Fact name={words.clientId}>
              <code class="code">{identityProvider.clientId}</code>
            </Fact>
            <Fact name={words.redirectUri}>
              <Copyable value={identityProvider.redirectUrl} what={words.redirectUriCopied} />
            </Fact>
          </dl>
        </>
      ) : (
        <p class="text">
          {words.withPassword(
            <code class="code">OIDC_ISSUER</code>,
            <code class="code">OIDC_CLIENT_ID</code>,
          )}
        </p>
      )}
    </section>
  );
}
