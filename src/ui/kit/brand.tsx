import { createHash } from 'node:crypto';

/** The brand of a catalog's pages. An undefined member is as on every page. */
export type Brand = {
  /** Colours `#rrggbb` of links and buttons. */
  readonly accent?: { readonly light: string; readonly dark: string } | undefined;
  /** A picture, its bytes in base64. */
  readonly logo?: { readonly type: string; readonly data: string } | undefined;
};

type BrandFile = { readonly body: Uint8Array<ArrayBuffer>; readonly type: string };

/** A file of a brand: its colours, or its logo. Pages load both from our own origin. */
export type BrandFileName = 'brand.css' | 'logo';

const files: Record<BrandFileName, (brand: Brand) => BrandFile | undefined> = {
  'brand.css': ({ accent }) =>
    accent && {
      body: new TextEncoder().encode(
        `@layer pages {\n  :root {\n    --accent: light-dark(${accent.light}, ${accent.dark});\n  }\n}\n`,
      ),
      type: 'text/css; charset=utf-8',
    },
  logo: ({ logo }) => logo && { body: new Uint8Array(Buffer.from(logo.data, 'base64')), type: logo.type },
};

/**
 * The address of a file of a brand; undefined where the brand has none.
 *
 * @param base the address that ends before the name
 */
export function brandUrl(brand: Brand, base: string, name: BrandFileName): string | undefined {
  const file = files[name](brand);
  return file && `${base}/${name}?${hashOf(file)}`;
}

/**
 * A file of a brand; undefined where the brand has none of that name. Browsers keep it for ever where its address has
 * the hash of its content. An SVG that is opened by itself is a document of our origin: it may do nothing there.
 *
 * @param query of the address, without its question mark
 */
export function brandAnswer(brand: Brand, name: string, query: string): Response | undefined {
  const file = Object.hasOwn(files, name) ? files[name as BrandFileName](brand) : undefined;
  return (
    file && fileAnswer(file, query === hashOf(file) ? 'public, max-age=31536000, immutable' : 'no-store')
  );
}

/**
 * A picture of a provider. An SVG that is opened by itself is a document of our origin: it may do nothing there.
 */
export function pictureAnswer(
  { type, data }: { readonly type: string; readonly data: string },
  cacheControl: string,
): Response {
  return fileAnswer({ body: new Uint8Array(Buffer.from(data, 'base64')), type }, cacheControl);
}

const fileAnswer = ({ body, type }: BrandFile, cacheControl: string): Response =>
  new Response(body, {
    headers: {
      'content-type': type,
      'cache-control': cacheControl,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    },
  });

const hashOf = ({ body }: BrandFile) => createHash('sha256').update(body).digest('base64url').slice(0, 10);

/** The owner of a page: a logo, or the first letter, and the name. */
export function BrandName({ name, logo }: { name: string; logo?: string | undefined }) {
  return (
    <>
      {logo ? (
        <img class="brand-logo" src={logo} alt="" />
      ) : (
        <span class="brand-mark" aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      {name}
    </>
  );
}
