import { shapeOf } from '../path-template.ts';

/** A path as an OpenAPI document has it, and as calls are routed by it. */
export type WrittenPath = {
  /** A name in `paths`, such as `/queues?Action=Purge`. */
  readonly written: string;
  /**
   * The path itself: `/queues`. Query and fragment are no part of it (RFC 3986 §3.3), nor are spaces around it.
   */
  readonly template: string;
  /** The text after the question mark. Undefined where there is none. */
  readonly query: string | undefined;
  /** Paths of one shape are one path. */
  readonly shape: string;
};

/**
 * Reads a name in `paths`. Query and fragment, which tell operations apart in documents of AWS and Box, are cut off.
 */
export function writtenPath(written: string): WrittenPath {
  const template = written.replace(/[?#].*$/s, '').trim();
  return {
    written,
    template,
    query: written.match(/^[^?#]*\?([^#]*)/)?.[1],
    shape: shapeOf(template),
  };
}

/** Is true for a path without query and fragment. */
export function isPlain({ written }: WrittenPath): boolean {
  return !/[?#]/.test(written);
}

/** Lists the names of a path's parameters in their order. */
export function parameterNames(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}
