import { Field } from '../../../../ui/components/field.tsx';
import type { Messages } from '../messages.ts';

type SignInWords = Messages['signIn'];

type ProviderFormProps = {
  readonly action: string;
  readonly returnTo: string;
  readonly username?: string | undefined;
  readonly text: SignInWords;
};

/** The form for a username and a password. */
export function ProviderForm({ action, returnTo, username, text }: ProviderFormProps) {
  return (
    <form method="post" action={action} class="form">
      <input type="hidden" name="returnTo" value={returnTo} />
      <Field
        name="username"
        label={text.username}
        value={username}
        autocomplete="username"
        required
        autofocus
      />
      <Field name="password" label={text.password} type="password" autocomplete="current-password" required />
      <button class="button button-primary" type="submit">
        {text.submit}
      </button>
    </form>
  );
}

type ProviderButtonsProps = {
  readonly base: string;
  readonly returnTo: string;
  readonly providers: readonly { readonly name: string; readonly title: string }[];
  readonly text: SignInWords;
};

/** A button for each identity provider of the portal. */
export function ProviderButtons({ base, returnTo, providers, text }: ProviderButtonsProps) {
  const query = returnTo && `?returnTo=${encodeURIComponent(returnTo)}`;
  return (
    <div class="stack">
      {providers.map(({ name, title }) => (
        <a class="button" href={`${base}/sign-in/with/${name}${query}`}>
          {text.with(title)}
        </a>
      ))}
    </div>
  );
}
