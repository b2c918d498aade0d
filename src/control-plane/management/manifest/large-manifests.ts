import { refuse } from '../../../foundation/errors.ts';
import { freshTurn } from '../../../foundation/event-loop-turns.ts';
import { isLongerThan } from '../../../foundation/json.ts';
import { TurnQueue } from '../../../foundation/turn-queue.ts';

/** Characters above which a manifest is large. */
const LARGE = 500_000;

/**
 * Large manifests that are applied at a time: in all, and of one org. Each takes two or three times its size. Changes of
 * an org run one after another anyway, so two are as fast as ten: one is read while the other is written.
 */
const largeManifests = new TurnQueue({
  atOnceMax: 64,
  atOnceEach: 2,
  waitingMax: [400, 20],
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many of your large manifests wait: try again when some are applied.',
      headers: { 'Retry-After': '5' },
    }),
});

/**
 * Applies a manifest. A large one waits until few of its org are applied, and begins in a turn of its own: its values
 * may be two hundred thousand. A small one never waits.
 *
 * @param queueKeys the org of the caller, then the caller
 * @throws TEMPORARILY_UNAVAILABLE when too many wait, and what applying throws
 */
export function inManifestTurn<Result>(
  manifest: unknown,
  queueKeys: readonly string[],
  apply: () => Promise<Result>,
): Promise<Result> {
  if (!isLongerThan(manifest, LARGE)) return apply();
  return largeManifests.run(queueKeys, async () => {
    await freshTurn();
    return apply();
  });
}
