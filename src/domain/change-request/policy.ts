import { type InputPath, refuse } from '../../foundation/errors.ts';
import { includesRole, type Role } from '../people/roles.ts';
import { type ActionsInCatalog, type GovernedAction, governedActions } from './actions.ts';
import { type FreezeWindow, type FreezeWindowDraft, freezeAt, freezeFrom } from './freeze.ts';

/** Approvals that some actions in a catalog need. */
export type ApprovalRule = {
  readonly actions: readonly GovernedAction[];
  readonly approvals: number;
  /** The role that an approver has at least. */
  readonly role: Role;
};

/** The approvals that changes of a catalog need. */
export type ChangePolicy = {
  readonly rules: readonly ApprovalRule[];
  /** True where changes that need approvals can only be proposed. */
  readonly refuseDirect: boolean;
  /** Days after which a request ends that nobody has committed. */
  readonly expiresAfterDays: number;
  /** Times in which nothing is changed. */
  readonly freezes: readonly FreezeWindow[];
};

/** A policy as the management API and a manifest take it. */
export type ChangePolicyDraft = {
  readonly rules?: readonly ApprovalRuleDraft[] | null | undefined;
  readonly refuseDirect?: boolean | null | undefined;
  readonly expiresAfterDays?: number | null | undefined;
  readonly freezes?: readonly FreezeWindowDraft[] | null | undefined;
};

type ApprovalRuleDraft = {
  /** All actions unless given. */
  readonly actions?: readonly GovernedAction[] | null | undefined;
  readonly approvals?: number | null | undefined;
  readonly role?: Role | null | undefined;
};

const RULES_MAX = 20;
const FREEZES_MAX = 50;
const APPROVALS_MAX = 10;
const EXPIRY_DAYS_MAX = 90;
export const EXPIRY_DAYS_DEFAULT = 14;

/**
 * Checks and completes a policy.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function changePolicyFrom(draft: ChangePolicyDraft, path: InputPath): ChangePolicy {
  const rules = draft.rules ?? [];
  if (rules.length > RULES_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `There are ${rules.length} rules: give at most ${RULES_MAX}.`,
      path: [...path, 'rules'],
    });
  const freezes = draft.freezes ?? [];
  if (freezes.length > FREEZES_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `There are ${freezes.length} freeze windows: give at most ${FREEZES_MAX}.`,
      path: [...path, 'freezes'],
    });
  const expiresAfterDays = draft.expiresAfterDays ?? EXPIRY_DAYS_DEFAULT;
  if (expiresAfterDays < 1 || expiresAfterDays > EXPIRY_DAYS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `expiresAfterDays is ${expiresAfterDays}: give 1 to ${EXPIRY_DAYS_MAX}.`,
      path: [...path, 'expiresAfterDays'],
    });
  return {
    rules: rules.map((rule, index) => ruleFrom(rule, [...path, 'rules', index])),
    refuseDirect: draft.refuseDirect ?? false,
    expiresAfterDays,
    freezes: freezes.map((freeze, index) => freezeFrom(freeze, [...path, 'freezes', index])),
  };
}

function ruleFrom({ actions, approvals, role }: ApprovalRuleDraft, path: InputPath): ApprovalRule {
  const needed = approvals ?? 1;
  if (needed < 1 || needed > APPROVALS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `approvals is ${needed}: give 1 to ${APPROVALS_MAX}.`,
      path: [...path, 'approvals'],
    });
  if (actions?.length === 0)
    refuse('BAD_USER_INPUT', {
      detail: 'actions is empty: name the actions, or leave it out for all.',
      path: [...path, 'actions'],
    });
  if (role === 'VIEWER')
    refuse('BAD_USER_INPUT', {
      detail: 'A VIEWER approves nothing: give DEVELOPER or ADMINISTRATOR.',
      path: [...path, 'role'],
    });
  const named = new Set(actions ?? governedActions);
  return {
    actions: governedActions.filter((action) => named.has(action)),
    approvals: needed,
    role: role ?? 'DEVELOPER',
  };
}

/** The policies of an org's catalogs, by the names of the catalogs. */
export type Policies = ReadonlyMap<string, ChangePolicy>;

/** The rules that hold for a change. */
export const rulesFor = (change: readonly ActionsInCatalog[], policies: Policies): ApprovalRule[] =>
  change.flatMap(({ catalog, actions }) =>
    (policies.get(catalog)?.rules ?? []).filter((rule) =>
      rule.actions.some((each) => actions.includes(each)),
    ),
  );

/** An approval of a change request. */
type Approval = { readonly role: Role };

/** The most approvals that a rule still lacks. */
export function approvalsLacking(rules: readonly ApprovalRule[], given: readonly Approval[]): number {
  const lacking = rules.map(
    ({ approvals, role }) => approvals - given.filter((each) => includesRole(each.role, role)).length,
  );
  return Math.max(0, ...lacking);
}

/**
 * Refuses a direct change that needs approvals.
 *
 * @throws APPROVAL_REQUIRED
 */
export function checkDirect(change: readonly ActionsInCatalog[], policies: Policies): void {
  for (const each of change) {
    if (!policies.get(each.catalog)?.refuseDirect || rulesFor([each], policies).length === 0) continue;
    refuse('APPROVAL_REQUIRED', {
      detail: `The catalog ${each.catalog} takes this only as an approved change request: give the same mutation to \`proposeChange\`. A dryRun is always possible.`,
    });
  }
}

/**
 * Refuses a change in a freeze window of its catalogs. Undoing is possible: who has broken something goes back at once.
 *
 * @throws CATALOG_FROZEN
 */
export function checkFrozen(change: readonly ActionsInCatalog[], policies: Policies, at: Date): void {
  for (const { catalog, actions } of change) {
    if (actions.every((action) => action === 'UNDO')) continue;
    // A policy from before freeze windows has none.
    const freeze = freezeAt(policies.get(catalog)?.freezes ?? [], at);
    if (!freeze) continue;
    const { title, until, timeZone, weekly } = freeze;
    refuse('CATALOG_FROZEN', {
      detail: `The catalog ${catalog} is frozen (${title})${weekly ? '' : ` until ${until} (${timeZone})`}.`,
    });
  }
}
