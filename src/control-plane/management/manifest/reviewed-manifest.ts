import { createHash } from 'node:crypto';
import type { GovernedAction } from '../../../domain/change-request/actions.ts';
import { canonicalJson } from '../../../domain/change-request/change-set.ts';
import { isSame } from '../../../domain/manifest/difference.ts';
import type { ManifestStep } from '../../../domain/manifest/plan-manifest.ts';
import { actionsByCatalog, noOutcome, type Reviewed, type ReviewedStep } from '../change-request/reviewed.ts';

type AppliedManifest = {
  readonly org: string;
  readonly steps: readonly ManifestStep[];
  readonly changes: readonly ReviewedStep[];
};

/** Describes a manifest for its review. */
export function reviewedManifest({ org, steps, changes }: AppliedManifest): Reviewed {
  return {
    actions: actionsByCatalog(steps.flatMap(actionsOf)),
    subject: org,
    items: () => Object.fromEntries(steps.map((step) => [`${step.kind} ${step.name}`, membersOf(step)])),
    outcome: () => ({ ...noOutcome, steps: changes }),
    undo: null,
  };
}

type CatalogAction = { readonly catalog: string; readonly action: GovernedAction };

/** The lifecycle actions of a step. An API that goes on or off with its product is no action of its own. */
function actionsOf({ kind, before, after, way }: ManifestStep): CatalogAction[] {
  if (kind !== 'CatalogProduct') return [];
  const catalog = after?.catalog ?? before?.catalog;
  if (catalog === undefined) return [];
  const moves = way.map((action) => ({ catalog, action }));
  const isSwitched = before && after && !isSame(before.online, after.online);
  return isSwitched ? [...moves, { catalog, action: 'SET_API_ONLINE' }] : moves;
}

/** Digests a step. Its thing is in it before and after, and the way there. */
function membersOf({ action, before, after, way }: ManifestStep): Record<string, string> {
  const content = canonicalJson({ before, after, way });
  return { action, content: createHash('sha256').update(content).digest('base64url').slice(0, 22) };
}
