import { Fact } from '../../../../ui/components/fact.tsx';
import { Copyable } from '../parts/issued.tsx';

type SignInWaysProps = {
  readonly identityProvider: {
    readonly issuer: string;
    readonly clientId: string;
    readonly redirectUrl: string;
  } | null;
};

/** Ways to sign in to this platform. Operators configure them where the processes are started. */
export function SignInWays({ identityProvider }: SignInWaysProps) {
  return (
    <section class="section">
      <h2 class="heading">How people sign in</h2>
      {identityProvider ? (
        <>
          <p class="text">
            With the identity provider below, or with a password that they choose when they accept. Who has
            signed in with the provider once has no password here any more.
          </p>
          <dl class="facts">
            <Fact name="Issuer">
              <code class="code">{identityProvider.issuer}</code>
            </Fact>
            <Fact name="Client id">
              <code class="code">{identityProvider.clientId}</code>
            </Fact>
            <Fact name="Redirect URI">
              <Copyable value={identityProvider.redirectUrl} what="redirect URI" />
            </Fact>
          </dl>
        </>
      ) : (
        <p class="text">
          With a password that they choose when they accept. To let them sign in with your identity provider
          (OpenID Connect), start the platform with <code class="code">OIDC_ISSUER</code> and{' '}
          <code class="code">OIDC_CLIENT_ID</code>.
        </p>
      )}
    </section>
  );
}
