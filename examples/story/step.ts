import type { Story } from './story.ts';

/** One thing that spec.md tells: it is done, and its assertions hold or do not. */
export type Step<Result = unknown> = {
  /** The guarantee, as a sentence. */
  readonly title: string;
  /** The steps without which it cannot be tried. */
  readonly needs?: readonly Step[];
  /** @returns what later steps ask for by `story.of` */
  readonly run: (story: Story) => Promise<Result>;
};

export type Chapter = { readonly title: string; readonly steps: readonly Step[] };

/** The outcome of a step. */
export type Outcome =
  | { readonly kind: 'HELD'; readonly result: unknown }
  | { readonly kind: 'FAILED'; readonly reason: string }
  | { readonly kind: 'NOT_TRIED'; readonly missing: Step };

export type Outcomes = Map<Step, Outcome>;

/** Carries a step out, unless one that it needs did not hold. It never throws: the story goes on. */
export async function carryOut(step: Step, story: Story, outcomes: Outcomes): Promise<Outcome> {
  const missing = step.needs?.find((needed) => outcomes.get(needed)?.kind !== 'HELD');
  if (missing) return { kind: 'NOT_TRIED', missing };
  try {
    return { kind: 'HELD', result: await step.run(story) };
  } catch (error) {
    return { kind: 'FAILED', reason: error instanceof Error ? error.message : String(error) };
  }
}
