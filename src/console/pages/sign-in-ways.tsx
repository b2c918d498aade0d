import { Copyable } from './issued.tsx';

type SignInWaysProps = {
  readonly identityProvider: {
    readonly issuer: string;
    readonly clientId: string;
    readonly redirectUrl: string;
  } | null;
};

/** How people sign in to this platform; operators set it up where the processes are started. */
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
            <dt class="facts-name">Issuer</dt>
            <dd class="facts-value">
              <code class="code">{identityProvider.issuer}</code>
            </dd>
            <dt class="facts-name">Client id</dt>
            <dd class="facts-value">
              <code class="code">{identityProvider.clientId}</code>
            </dd>
            <dt class="facts-name">Redirect URI</dt>
            <dd class="facts-value">
              <Copyable value={identityProvider.redirectUrl} what="redirect URI" />
            </dd>
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
