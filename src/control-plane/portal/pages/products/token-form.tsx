import type { OAuthSecurity } from '../../../../../web/props.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import type { TryItContext } from './try-it-context.ts';

/** Attributes of fields that no browser remembers. */
const TYPED = { autocomplete: 'off', spellcheck: false } as const;

type TokenFormProps = {
  readonly pageContext: PortalPageContext;
  readonly trial: TryItContext;
  readonly security: OAuthSecurity;
};

/**
 * Form for a token, which the script sends to the token endpoint. Without a script nothing is sent: its method is
 * `dialog`, since any other would put the secrets into an address, or send them to this page.
 *
 * The secret of an application that was made on the way here is filled in: it is on the page anyway, once.
 */
export function TokenForm({ pageContext: { text }, trial, security: { flows } }: TokenFormProps) {
  const { tryIt } = text;
  const isPublic = trial.application?.clientType === 'PUBLIC';
  return (
    <form id="token" method="dialog" class="try-token" aria-label={tryIt.token}>
      {flows.length > 0 && (
        <>
          <label class="label">
            {tryIt.flow}
            <select class="input select" name="flow">
              {flows.map((flow) => (
                <option value={flow}>{tryIt.flows[flow]}</option>
              ))}
            </select>
          </label>
          {!isPublic && (
            <label class="label">
              {tryIt.secret}
              <input
                class="input"
                name="secret"
                type="password"
                value={trial.issued?.clientSecret}
                required
                {...TYPED}
              />
            </label>
          )}
          <label class="label" data-flow="RESOURCE_OWNER_PASSWORD">
            {tryIt.username}
            <input class="input" name="username" type="text" required {...TYPED} />
          </label>
          <label class="label" data-flow="RESOURCE_OWNER_PASSWORD">
            {tryIt.password}
            <input class="input" name="password" type="password" required {...TYPED} />
          </label>
          <button class="button" type="submit">
            {tryIt.getToken}
          </button>
          <output class="text" />
        </>
      )}
      <label class="label">
        {flows.length > 0 ? tryIt.pasted : tryIt.token}
        <input class="input" name="pasted" type="password" {...TYPED} />
      </label>
    </form>
  );
}

/** Form for the API key of the application that calls. Nobody but its owner has it, so that it is pasted. */
export function ApiKeyForm({ pageContext: { base, text }, trial }: Omit<TokenFormProps, 'security'>) {
  const keys = `${base}/applications/${trial.application?.name}#api-keys-heading`;
  return (
    <form id="api-key" method="dialog" class="try-token">
      <label class="label">
        {text.apiKey.one}
        <input
          class="input"
          name="apiKey"
          type="password"
          value={trial.issued?.apiKey?.key}
          aria-describedby="api-key-hint"
          required
          {...TYPED}
        />
      </label>
      <p class="hint" id="api-key-hint">
        {text.tryIt.apiKeyHint}{' '}
        <a class="link" href={keys}>
          {text.apiKey.create}
        </a>
      </p>
    </form>
  );
}

/** Form for the person that each document is sent as. The script reads it, and nothing sends it. */
export function PersonForm({ pageContext: { text } }: { readonly pageContext: PortalPageContext }) {
  const fields = [
    ['username', 'text', text.tryIt.username],
    ['password', 'password', text.tryIt.password],
  ] as const;
  return (
    <form id="person" method="dialog" class="try-token" aria-label={text.tryIt.person}>
      {fields.map(([name, type, label]) => (
        <label class="label">
          {label}
          <input class="input" name={name} type={type} required {...TYPED} />
        </label>
      ))}
      <p class="hint">{text.tryIt.personHint}</p>
    </form>
  );
}
