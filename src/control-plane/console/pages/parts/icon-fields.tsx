import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { FileField } from '../../../../ui/components/field.tsx';
import { imageIn, readForm } from '../../../../ui/kit/form.ts';
import { useTexts } from './texts.ts';

/** Reads the icon of a product or an API from its form. It stays unless a file is chosen, or it is taken away. */
export async function iconIn(c: Context): Promise<{ readonly icon?: string | null }> {
  const { noIcon } = await readForm(c, 'noIcon');
  const icon = await imageIn(c, 'icon');
  if (icon !== undefined) return { icon };
  return noIcon === '' ? {} : { icon: null };
}

type IconFieldsProps = {
  /** The present one. */
  readonly icon: string | null;
  readonly hint: string;
  readonly refused: PageRefusal | undefined;
};

/** Fields of an icon, with the present one. */
export function IconFields({ icon, hint, refused }: IconFieldsProps) {
  const { words } = useTexts().text.products;
  return (
    <>
      {icon !== null && (
        <div class="row">
          <img class="brand-logo" src={icon} alt={words.presentIcon} />
          <CheckBox id="noIcon" name="noIcon" value="yes" label={words.noIcon} checked={false} />
        </div>
      )}
      <FileField name="icon" label={words.icon} hint={hint} accept=".png,.webp,.svg" refused={refused} />
    </>
  );
}
