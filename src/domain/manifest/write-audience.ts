import type { Audience } from '../consumer/audience.ts';
import type { CatalogProductDefinition, ConsumerGroupDefinition } from './definition.ts';
import { unlessDefault, type Written } from './write-settings.ts';

const audienceWritten = ({ consumerOrgs, groups, mailDomains }: Audience): Written => ({
  ...unlessDefault('consumerOrgs', consumerOrgs, []),
  ...unlessDefault('groups', groups, []),
  ...unlessDefault('mailDomains', mailDomains, []),
});

type Audiences = Pick<CatalogProductDefinition, 'visibleTo' | 'subscribableBy' | 'planAudiences'>;

/** Writes for whom a product in a catalog is. */
export const audiencesWritten = ({ visibleTo, subscribableBy, planAudiences }: Audiences): Written => ({
  ...unlessDefault('visibleTo', audienceWritten(visibleTo), {}),
  ...unlessDefault('subscribableBy', audienceWritten(subscribableBy), {}),
  ...unlessDefault(
    'planAudiences',
    planAudiences.map((each) => ({
      plan: each.plan,
      ...(each.visibleTo && { visibleTo: audienceWritten(each.visibleTo) }),
      ...(each.subscribableBy && { subscribableBy: audienceWritten(each.subscribableBy) }),
    })),
    [],
  ),
});

/** Writes a group of consumer orgs. */
export const groupWritten = ({ name, title, mailDomains }: ConsumerGroupDefinition): Written => ({
  name,
  ...unlessDefault('title', title, name),
  ...unlessDefault('mailDomains', mailDomains, []),
});
