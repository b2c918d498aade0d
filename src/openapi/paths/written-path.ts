import { shapeOf } from '../path-template.ts';

/** A path as an OpenAPI document has it, and as calls are routed by it. */
export type WrittenPath = {
  /** `/queues?Action=Purge`, a name in `paths`. */
  readonly written: string;
  /** `/queues`: query and fragment are no part of a path (RFC 3986 §3.3), nor are spaces around it. */
  readonly template: string;
  /** What stands behind the question mark; undefined where there is none. */
  readonly query: string | undefined;
  /** Paths of one shape are one path. */
  readonly shape: string;
};

/** Reads a name in `paths`. Query and fragment, which tell operations apart in documents of AWS and Box, are cut off. */
export function writtenPath(written: string): WrittenPath {
  const template = written.replace(/[?#].*$/s, '').trim();
  return {
    written,
    template,
    query: written.match(/^[^?#]*\?([^#]*)/)?.[1],
    shape: shapeOf(template),
  };
}

/** Is it written without query and fragment? */
export function isPlain({ written }: WrittenPath): boolean {
  return !/[?#]/.test(written);
}

/** The names of its parameters, in their order. */
export function parameterNames(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}
