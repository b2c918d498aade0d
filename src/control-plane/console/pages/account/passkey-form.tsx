import type { PasskeyProps } from '../../../../../web/props.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { PasskeyForm as AnyPasskeyForm } from '../../../../ui/components/passkey-form.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
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

type PasskeyFormProps = Omit<Parameters<typeof AnyPasskeyForm>[0], 'text'>;

/** A form that carries what a passkey answers to a challenge. */
export function PasskeyForm(props: PasskeyFormProps) {
  return <AnyPasskeyForm {...props} text={useTexts().text.account.passkeyForm} />;
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
