import type { Child } from 'hono/jsx';
import type { PasskeyProps } from '../../../../../web/props.ts';
import { Field } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import type { Assets } from '../../../../ui/kit/assets.ts';
import type { IslandRequest } from '../../../../ui/kit/island.tsx';
import { useTexts } from '../parts/texts.ts';

type Passkey = Pick<PasskeyProps, 'purpose' | 'isFirstSeen' | 'texts'> & {
  /** The console's own address. */
  readonly url: string;
};

/** The script of a page with one `PasskeyForm`. */
export function passkeyIsland({ purpose, isFirstSeen, url, texts }: Passkey): IslandRequest {
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
  const text = useTexts().text.account.passkeyForm;
  return (
    <form id="passkey" method="post" action={path} class="form">
      {returnTo !== undefined && <input type="hidden" name="returnTo" value={returnTo} />}
      <input type="hidden" id="passkey-credential" name="credential" />
      {children}
      {!assets.island('passkey') && <p class="text">{text.building}</p>}
      <noscript>
        <p class="text">{text.script}</p>
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
  const text = useTexts().text.account.passkeyForm;
  return (
    <Field
      name="name"
      label={text.name}
      hint={text.nameHint}
      maxlength={60}
      autocomplete="off"
      refused={refused}
      required
    />
  );
}
