import { useTexts } from '../parts/texts.ts';

/** A brand as somebody has typed it. */
export type TypedBrand = {
  readonly name: string;
  readonly light: string;
  readonly dark: string;
};

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Colours of the portal's pages, as src/ui/static/style/1-base.css has them. */
const shades = {
  light: {
    accent: '#1d4ed8',
    page: '#f7f8fa',
    surface: '#ffffff',
    text: '#16191f',
    on: '#ffffff',
  },
  dark: {
    accent: '#8ab4ff',
    page: '#121419',
    surface: '#191c22',
    text: '#e8eaee',
    on: '#0b1020',
  },
} as const;

/** The head of the portal with a link and a button in the colours typed. A script paints them at once. */
export function BrandPreview({ brand }: { readonly brand: TypedBrand }) {
  const words = useTexts().text.catalogs.brandPreview;
  return (
    <div class="columns">
      {(['light', 'dark'] as const).map((shade) => (
        <figure class="brand-preview">
          <Page shade={shade} brand={brand} />
          <figcaption class="small quiet">{words[shade]}</figcaption>
        </figure>
      ))}
    </div>
  );
}

type PageProps = { readonly shade: keyof typeof shades; readonly brand: TypedBrand };

function Page({ shade, brand }: PageProps) {
  const words = useTexts().text.catalogs.brandPreview;
  const { accent, page, surface, text, on } = shades[shade];
  const colour = COLOUR.test(brand[shade]) ? brand[shade] : accent;
  const name = brand.name || words.portal;
  return (
    <svg viewBox="0 0 320 132" role="img" aria-label={words.label(words[shade])} class="brand-picture">
      <rect width="320" height="132" rx="8" fill={page} />
      <path d="M0 8a8 8 0 0 1 8-8h304a8 8 0 0 1 8 8v30H0z" fill={surface} />
      <rect data-paint={shade} x="14" y="9" width="20" height="20" rx="5" fill={colour} />
      <text data-brand-mark x="24" y="23" font-size="12" font-weight="700" text-anchor="middle" fill={on}>
        {[...name][0]}
      </text>
      <text data-brand-name x="42" y="23.5" font-size="12.5" font-weight="650" fill={text}>
        {name}
      </text>
      <text data-paint={shade} x="306" y="23" font-size="11" text-anchor="end" fill={colour}>
        {words.products}
      </text>
      <text x="14" y="66" font-size="14" font-weight="650" fill={text}>
        {words.product}
      </text>
      <rect data-paint={shade} x="14" y="84" width="86" height="28" rx="7" fill={colour} />
      <text x="57" y="102" font-size="11.5" font-weight="600" text-anchor="middle" fill={on}>
        {words.subscribe}
      </text>
      <text data-paint={shade} x="114" y="102" font-size="11.5" fill={colour}>
        {words.documentation}
      </text>
    </svg>
  );
}
