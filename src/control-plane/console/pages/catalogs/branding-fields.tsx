import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, FileField, LinesField } from '../../../../ui/components/field.tsx';
import { linkLines } from '../parts/link-lines.ts';
import { useTexts } from '../parts/texts.ts';
import { BrandPreview, type TypedBrand } from './brand-preview.tsx';

type BrandingFieldsProps = {
  readonly brand: TypedBrand;
  /** Names of products. */
  readonly featured: readonly string[];
  readonly links: Parameters<typeof linkLines>[0];
  readonly logo: string | null;
  readonly title: string;
  readonly refused: PageRefusal | undefined;
};

/** Fields of the branding of the portal, with a preview. */
export function BrandingFields({ brand, featured, links, logo, title, refused }: BrandingFieldsProps) {
  const words = useTexts().text.catalogs.branding;
  return (
    <div class="card form">
      <h2 class="heading">{words.title}</h2>
      <Field name="name" label={words.name} hint={words.nameHint} value={brand.name} refused={refused} />
      {(['light', 'dark'] as const).map((shade) => (
        <Field
          name={shade}
          label={words[shade]}
          hint={words.accentHint}
          value={brand[shade]}
          refused={refused}
          pattern="#[0-9A-Fa-f]{6}"
          title={words.accentForm}
        />
      ))}
      <BrandPreview brand={{ ...brand, name: brand.name || title }} />
      {logo !== null && (
        <>
          <img class="brand-logo" src={logo} alt={words.presentLogo} />
          <CheckBox id="noLogo" name="noLogo" value="yes" label={words.noLogo} checked={false} />
        </>
      )}
      <FileField
        name="logo"
        label={words.logo}
        hint={words.logoHint}
        accept=".png,.webp,.svg"
        refused={refused}
      />
      <LinesField
        name="featured"
        label={words.featured}
        hint={words.featuredHint}
        value={featured.join('\n')}
        refused={refused}
      />
      <LinesField
        name="links"
        label={words.links}
        hint={words.linksHint}
        value={linkLines(links)}
        refused={refused}
      />
    </div>
  );
}
