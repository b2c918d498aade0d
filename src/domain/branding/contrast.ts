/** Red, green and blue in hexadecimal. */
const COLOUR = /^#[0-9a-f]{6}$/i;

/** Is true for a colour of the form `#1d4ed8`. */
export function isColour(text: string): boolean {
  return COLOUR.test(text);
}

/**
 * Computes the contrast ratio of two colours of the form `#rrggbb`, from 1 to 21. (WCAG 2.2, "contrast ratio" and
 * "relative luminance")
 */
export function contrastRatio(one: string, another: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(another)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(colour.slice(start, start + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
