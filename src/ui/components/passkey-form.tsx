import type { Child } from 'hono/jsx';
import type { Assets } from '../kit/assets.ts';

type PasskeyFormProps = {
  readonly path: string;
  /** The text of its button. */
  readonly label: string;
  readonly returnTo?: string | undefined;
  readonly assets: Assets;
  /** Texts until its script is built, and where scripts are off. Absent where there are other ways. */
  readonly text?: { readonly building: string; readonly script: string };
  /** True where the button is as wide as the form. Those of other ways to sign in are. */
  readonly isWide?: boolean;
  readonly children?: Child;
};

/** A form that carries what a passkey answers to a challenge. Its script is the island `passkey`. */
export function PasskeyForm({
  path,
  label,
  returnTo,
  assets,
  text,
  isWide = false,
  children,
}: PasskeyFormProps) {
  const button = (
    <button class={`button${text ? ' button-primary' : ''}`} id="passkey-button" type="submit" hidden>
      {label}
    </button>
  );
  return (
    <form id="passkey" method="post" action={path} class="form">
      {returnTo !== undefined && <input type="hidden" name="returnTo" value={returnTo} />}
      <input type="hidden" id="passkey-credential" name="credential" />
      {children}
      {text && !assets.island('passkey') && <p class="text">{text.building}</p>}
      {text && (
        <noscript>
          <p class="text">{text.script}</p>
        </noscript>
      )}
      <p class="field-error" id="passkey-problem" role="alert" />
      {isWide ? button : <div>{button}</div>}
    </form>
  );
}
