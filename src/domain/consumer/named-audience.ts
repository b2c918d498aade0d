import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkName } from '../../foundation/text/name.ts';
import { type Audience, audienceOf } from './audience.ts';
import { mailDomainsFrom } from './mail-domain.ts';

/** The audiences of a plan, with consumer orgs by name. Null is all who may have its product. */
export type PlanAudiences = {
  readonly plan: string;
  readonly visibleTo: Audience | null;
  readonly subscribableBy: Audience | null;
};

/** An audience as an input gives it. Consumer orgs are in it by name. */
type AudienceDraft = { readonly [Member in keyof Audience]?: readonly string[] | undefined };

/** Reads an audience whose consumer orgs are named. Lists have no order: they are sorted. */
export function namedAudienceFrom(draft: AudienceDraft, path: InputPath): Audience {
  const names = (list: readonly string[], member: string) => {
    for (const [index, name] of list.entries()) checkName(name, [...path, member, index]);
    return [...new Set(list)].sort();
  };
  return {
    consumerOrgs: names(draft.consumerOrgs ?? [], 'consumerOrgs'),
    groups: names(draft.groups ?? [], 'groups'),
    mailDomains: mailDomainsFrom(draft.mailDomains ?? [], [...path, 'mailDomains']),
  };
}

type PlanAudiencesDraft = {
  readonly plan: string;
  readonly visibleTo?: AudienceDraft | undefined;
  readonly subscribableBy?: AudienceDraft | undefined;
};

/** Reads the audiences of plans. @throws BAD_USER_INPUT for a plan that is there twice */
export function planAudiencesFrom(drafts: readonly PlanAudiencesDraft[], path: InputPath): PlanAudiences[] {
  const read = drafts.map(({ plan, visibleTo, subscribableBy }, index) => {
    if (drafts.findIndex((each) => each.plan === plan) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `The plan ${plan} is there twice.`,
        path: [...path, index, 'plan'],
      });
    return {
      plan,
      visibleTo: visibleTo ? namedAudienceFrom(visibleTo, [...path, index, 'visibleTo']) : null,
      subscribableBy: subscribableBy
        ? namedAudienceFrom(subscribableBy, [...path, index, 'subscribableBy'])
        : null,
    };
  });
  return sortedPlans(read);
}

/** Leaves out plans that are for all, and sorts the others: they have no order. */
const sortedPlans = (plans: readonly PlanAudiences[]): PlanAudiences[] =>
  plans
    .filter(({ visibleTo, subscribableBy }) => visibleTo !== null || subscribableBy !== null)
    .sort((a, b) => (a.plan < b.plan ? -1 : 1));

/** Reads an audience from its keys, with consumer orgs by name. Those that are gone are left out. */
function namedAudienceOf(keys: readonly string[], nameOf: ReadonlyMap<string, string>): Audience {
  const { consumerOrgs, groups, mailDomains } = audienceOf(keys);
  return {
    consumerOrgs: consumerOrgs.flatMap((id) => nameOf.get(id) ?? []).sort(),
    groups: groups.toSorted(),
    mailDomains: mailDomains.toSorted(),
  };
}

type StoredKeys = { readonly visibleTo: readonly string[]; readonly subscribableBy: readonly string[] };
type StoredAudiences = StoredKeys & { readonly plans: readonly (StoredKeys & { readonly name: string })[] };

/** Reads for whom a product and its plans are. @param nameOf the names of consumer orgs, by id */
export function audiencesOf(
  { visibleTo, subscribableBy, plans }: StoredAudiences,
  nameOf: ReadonlyMap<string, string>,
) {
  const ofPlan = (keys: readonly string[]) => (keys.length === 0 ? null : namedAudienceOf(keys, nameOf));
  return {
    visibleTo: namedAudienceOf(visibleTo, nameOf),
    subscribableBy: namedAudienceOf(subscribableBy, nameOf),
    planAudiences: sortedPlans(
      plans.map((each) => ({
        plan: each.name,
        visibleTo: ofPlan(each.visibleTo),
        subscribableBy: ofPlan(each.subscribableBy),
      })),
    ),
  };
}
