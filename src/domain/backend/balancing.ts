import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkHeaderName } from './gateway-headers.ts';

/** The choices of what keeps a caller at one target. */
export const stickyChoices = ['CLIENT', 'HEADER'] as const;

/** A rule that sends the calls of a caller to one target. It holds as long as that gets calls. */
export type Sticky =
  | { readonly by: 'CLIENT' }
  /** The header, in lower case. Calls without it are spread by weight. */
  | { readonly by: 'HEADER'; readonly header: string };

export type StickyDraft = {
  readonly by: Sticky['by'];
  readonly header?: string | null | undefined;
};

const SLOW_START_MAX = 900;
/** The least share of a target that has just begun. Without a call it could not warm up. */
const FIRST_SHARE = 0.1;

/** @throws BAD_USER_INPUT, with the path of the member at fault */
export function stickyFrom({ by, header }: StickyDraft): Sticky {
  const path: InputPath = ['input', 'sticky', 'header'];
  if (by === 'HEADER') {
    if (header == null) return bad('Calls stick by a header: name it.', path);
    checkHeaderName(header, path);
    return { by, header: header.toLowerCase() };
  }
  if (header != null) bad('Calls stick by their client: leave the header out, or choose HEADER.', path);
  return { by };
}

/** @throws BAD_USER_INPUT for a number beyond its bounds */
export function slowStartFrom(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > SLOW_START_MAX)
    bad(`slowStartSeconds is ${seconds}: give a whole number from 0 to ${SLOW_START_MAX}.`, [
      'input',
      'slowStartSeconds',
    ]);
  return seconds;
}

/** Returns the share of its weight that a target gets, some time after its beginning. */
export function slowStartShare(elapsedMs: number, slowStartMs: number): number {
  if (elapsedMs >= slowStartMs) return 1;
  return Math.max(FIRST_SHARE, elapsedMs / slowStartMs);
}

/** Returns the hash of a text. It is FNV-1a with the finish of MurmurHash3, so that alike texts are spread evenly. */
export function hashOf(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Returns the score of a target for a caller. The target with the highest one gets the calls.
 *
 * Weighted rendezvous hashing moves few callers: a new target takes some over, and those of a removed one are spread.
 * (Thaler, Ravishankar: A Name-Based Mapping Scheme for Rendezvous)
 */
export const rendezvousScore = (callerHash: number, targetHash: number, weight: number): number => {
  const mixed = hashOf('', Math.imul(callerHash, 0x9e3779b1) ^ targetHash);
  return -weight / Math.log((mixed + 0.5) / 0x1_0000_0000);
};

const bad = (detail: string, path: InputPath): never => refuse('BAD_USER_INPUT', { detail, path });
