import type { Child } from 'hono/jsx';
import type { PasskeyProps } from '../../../../../web/props.ts';
import { Field } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import type { Assets } from '../../../../ui/kit/assets.ts';
import type { IslandRequest } from '../../../../ui/kit/island.tsx';

const texts = {
  NotAllowedError: 'That was stopped, or took too long. Try again, or take another passkey.',
  InvalidStateError: 'This device, or this key, has a passkey of yours already: take another one.',
  SecurityError: 'Your browser keeps no passkeys for this address. Open the console at {console}.',
  other: 'This browser could not do that. Take another browser or device, over https.',
} as const;

type Passkey = Pick<PasskeyProps, 'purpose' | 'isFirstSeen'> & {
  /** The console's own address. */
  readonly url: string;
};

/** The script of a page with one `PasskeyForm`. */
export function passkeyIsland({ purpose, isFirstSeen, url }: Passkey): IslandRequest {
  const props: PasskeyProps = {
    purpose,
    isFirstSeen,
    optionsUrl: `/console/passkey-options/${purpose.toLowerCase()}`,
    consoleUrl: url,
    texts,
  };
  return { name: 'passkey', props, connect: [], isPart: true };
}

type PasskeyFormProps = {
  readonly path: string;
  /** The text of its button. */
  readonly label: string;
  readonly returnTo?: string;
  readonly assets: Assets;
  readonly children?: Child;
};

/** A form that carries what a passkey answers to a challenge. */
export function PasskeyForm({ path, label, returnTo, assets, children }: PasskeyFormProps) {
  return (
    <form id="passkey" method="post" action={path} class="form">
      {returnTo !== undefined && <input type="hidden" name="returnTo" value={returnTo} />}
      <input type="hidden" id="passkey-credential" name="credential" />
      {children}
      {!assets.island('passkey') && (
        <p class="text">
          What asks for passkeys is being built, once and within a minute: load this page again then.
        </p>
      )}
      <noscript>
        <p class="text">Passkeys need JavaScript: allow it for this page, and load it again.</p>
      </noscript>
      <p class="field-error" id="passkey-problem" role="alert" />
      <div>
        <button class="button button-primary" id="passkey-button" type="submit" hidden>
          {label}
        </button>
      </div>
    </form>
  );
}

/** Field for the name of a passkey, by which people tell theirs apart. */
export function PasskeyName({ refused }: { readonly refused: Refused | undefined }) {
  return (
    <Field
      name="name"
      label="Name of the passkey"
      hint="What you call it: this laptop, the blue key."
      maxlength={60}
      autocomplete="off"
      refused={refused}
      required
    />
  );
}
