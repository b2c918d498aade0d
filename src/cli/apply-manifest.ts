import { type ChangeRequest, PROPOSE } from './change-requests.ts';
import type { ChangeSet } from './change-set.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFault } from './command-fault.ts';
import { createManagement, PlatformRefusal } from './management.ts';
import { type MergedManifest, wrongIn } from './manifest/merged-manifest.ts';
import { formatPosition } from './manifest/yaml-source.ts';
import type { PlatformTarget } from './platform-target.ts';
import { withProgress } from './progress.ts';

const APPLY = `mutation ApplyManifest($input: ApplyManifestInput!) {
  applyManifest(input: $input) { dryRun revision changes { action kind name diff } }
}`;

/** Words about a manifest that is proposed. */
type ManifestProposal = {
  readonly title?: string | undefined;
  readonly comment?: string | undefined;
};

type ApplyOptions = {
  readonly target: PlatformTarget;
  readonly manifest: MergedManifest;
  readonly org: string | undefined;
  readonly dryRun: boolean;
  readonly prune: boolean;
  /** Tells whether an API version that breaks its predecessor is accepted. */
  readonly acceptBreaking?: boolean | undefined;
  /** Days in which nobody called an operation whose breaks are accepted. */
  readonly acceptBreakingUnusedDays?: number | undefined;
  readonly expectedRevision?: number | undefined;
  readonly timeoutMs: number;
};

/**
 * Sends a manifest to the platform, which applies it or, with `dryRun`, rehearses it.
 *
 * @throws Fault with the platform's code; what it finds wrong in the manifest is named with `file:line:column`
 */
export async function applyManifest(context: CommandContext, order: ApplyOptions): Promise<ChangeSet> {
  const { target, manifest, timeoutMs, ...options } = order;
  const { dryRun } = options;
  const management = createManagement(context, target);
  const input = { ...options, manifest: manifest.value };
  const files = manifest.fileCount === 1 ? 'one file' : `${manifest.fileCount} files`;
  try {
    const { applyManifest: set } = await withProgress(
      context,
      `${dryRun ? 'Comparing' : 'Applying'} ${files}`,
      () =>
        management.answer<{ applyManifest: ChangeSet }>({ document: APPLY, variables: { input }, timeoutMs }),
    );
    return set;
  } catch (error) {
    throw explained(error, order);
  }
}

/**
 * Proposes a manifest as a change request, which others approve.
 *
 * @throws Fault as `applyManifest` does
 */
export async function proposeManifest(
  context: CommandContext,
  order: ApplyOptions,
  words: ManifestProposal,
): Promise<ChangeRequest> {
  const { target, manifest, timeoutMs, dryRun: _dryRun, ...options } = order;
  const management = createManagement(context, target);
  const variables = { input: { ...options, manifest: manifest.value } };
  const input = { org: order.org, mutation: APPLY, variables, ...words };
  try {
    const { proposeChange } = await withProgress(context, 'Proposing the manifest', () =>
      management.answer<{ proposeChange: ChangeRequest }>({
        document: PROPOSE,
        variables: { input },
        timeoutMs,
      }),
    );
    return proposeChange;
  } catch (error) {
    throw explained(error, { ...order, dryRun: true });
  }
}

function explained(error: unknown, { manifest, dryRun }: ApplyOptions): unknown {
  if (error instanceof PlatformRefusal)
    return isOfOrg(error) ? withRemedy(error) : withPositions(error, manifest);
  if (error instanceof CommandFault && error.code === 'TIMEOUT' && !dryRun)
    return new CommandFault(
      'TIMEOUT',
      `${error.message} Whether it was applied is not known: "gatehouse diff" tells.`,
    );
  return error;
}

/** Tells whether the org does not exist. A manifest fills an org and does not create one. */
function isOfOrg({ code, errors: [error] }: PlatformRefusal): boolean {
  return code === 'NOT_FOUND' && error?.faults[0]?.path.join('.') === 'input.org';
}

function withRemedy({ code, message }: PlatformRefusal): CommandFault {
  return new CommandFault(
    code,
    `${message} An administrator of the platform creates one by the mutation createOrg, for example with "gatehouse run".`,
  );
}

/** Rewrites a refusal to name files and lines. The platform names values by their paths. */
function withPositions(refusal: PlatformRefusal, manifest: MergedManifest): CommandFault {
  const inManifest = refusal.errors
    .flatMap(({ faults }) => faults)
    .filter(({ path }) => path[0] === 'input' && path[1] === 'manifest');
  if (inManifest.length === 0) return refusal;
  const lines = inManifest.map(({ path, code, message }) => {
    const sentence = code === refusal.code ? message : `${code}: ${message}`;
    return `${formatPosition(manifest.positionOf(path.slice(2)))}: ${sentence}`;
  });
  return new CommandFault(refusal.code, wrongIn(lines.length), lines);
}
