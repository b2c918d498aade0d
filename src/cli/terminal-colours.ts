import type { Output } from './command-context.ts';
import type { Environment } from './environment.ts';

const codes = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2 } as const;
export type Colour = keyof typeof codes;

/** Colours a text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

/**
 * Colours text for an output: on a terminal only, unless FORCE_COLOR is set.
 *
 * FORCE_COLOR takes precedence over NO_COLOR, as in Node itself. (no-color.org)
 */
export function painter(output: Output, environment: Environment): Paint {
  if (!isColoured(output, environment)) return (_colour, text) => text;
  return (colour, text) => `\x1b[${codes[colour]}m${text}\x1b[0m`;
}

function isColoured(output: Output, { forceColor, noColor, terminal }: Environment): boolean {
  if (forceColor !== undefined) return forceColor !== '0' && forceColor !== 'false';
  return !noColor && output.isTTY === true && terminal !== 'dumb';
}
