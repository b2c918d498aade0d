import { type InputPath, refuse } from '../../foundation/errors.ts';
import { svgFault } from './svg.ts';

const LOGO_BYTES_MAX = 65_536;
/** Bytes of an icon. Lists read those of all their products. */
const ICON_BYTES_MAX = 8_192;
const DATA_URL = /^data:[^,]*;base64,([A-Za-z0-9+/]*={0,2})$/;

/** An image as it is stored. It is the logo of a catalog, or the icon of a product or an API. */
export type Logo = {
  readonly type: 'image/svg+xml' | 'image/png' | 'image/webp';
  /** The bytes in base64. */
  readonly data: string;
};

/**
 * Reads a logo. Its type follows from its bytes, whatever the URL says.
 *
 * @param dataUrl `data:image/png;base64,…`
 * @throws BAD_USER_INPUT when it is larger than 64 KB, no PNG, WebP or SVG, or an SVG that is more than a picture
 */
export function logoFrom(dataUrl: string, path: InputPath): Logo {
  return imageFrom(dataUrl, { what: 'logo', bytesMax: LOGO_BYTES_MAX, path });
}

/**
 * Reads the icon of a product or an API, by the rules of logos.
 *
 * @throws BAD_USER_INPUT when it is larger than 8 KB, no PNG, WebP or SVG, or an SVG that is more than a picture
 */
export function iconFrom(dataUrl: string, path: InputPath): Logo {
  return imageFrom(dataUrl, { what: 'icon', bytesMax: ICON_BYTES_MAX, path });
}

type ImageRules = { readonly what: 'logo' | 'icon'; readonly bytesMax: number; readonly path: InputPath };

function imageFrom(dataUrl: string, { what, bytesMax, path }: ImageRules): Logo {
  const data = DATA_URL.exec(dataUrl)?.[1];
  if (!data)
    return refuse('BAD_USER_INPUT', {
      detail: `The ${what} is no data URL in base64: give data:image/png;base64,… or the like.`,
      path,
    });
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > bytesMax)
    refuse('BAD_USER_INPUT', {
      detail: `The ${what} has ${bytes.length} bytes: it may have ${bytesMax}.`,
      path,
    });
  return { type: typeOf(bytes, what, path), data: bytes.toString('base64') };
}

/** Returns the logo as a data URL. */
export function logoUrl({ type, data }: Logo): string {
  return `data:${type};base64,${data}`;
}

function typeOf(bytes: Buffer, what: string, path: InputPath): Logo['type'] {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (/^RIFF[\s\S]{4}WEBP/.test(bytes.subarray(0, 12).toString('latin1'))) return 'image/webp';
  const fault = svgFault(bytes, what);
  if (fault === undefined) return 'image/svg+xml';
  return refuse('BAD_USER_INPUT', { detail: fault, path });
}
