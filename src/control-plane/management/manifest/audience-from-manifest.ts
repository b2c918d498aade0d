import type { z } from 'zod';
import { mailDomainsFrom } from '../../../domain/consumer/mail-domain.ts';
import { namedAudienceFrom, planAudiencesFrom } from '../../../domain/consumer/named-audience.ts';
import { subscriptionFormFrom } from '../../../domain/consumer/subscription-form.ts';
import type { catalogItem, positionItem } from './manifest-schema.ts';

/** Returns for whom a product is, and what it asks of them. */
export const askedFromManifest = (read: z.output<typeof positionItem>) => ({
  visibleTo: read.visibleTo && namedAudienceFrom(read.visibleTo, ['input', 'visibleTo']),
  subscribableBy: read.subscribableBy && namedAudienceFrom(read.subscribableBy, ['input', 'subscribableBy']),
  planAudiences: read.planAudiences && planAudiencesFrom(read.planAudiences, ['input', 'planAudiences']),
  subscriptionForm:
    read.subscriptionForm && subscriptionFormFrom(read.subscriptionForm, ['input', 'subscriptionForm']),
});

/** Returns the groups of a catalog; undefined where the manifest says nothing of them. */
export const groupsFromManifest = ({ consumerGroups }: z.output<typeof catalogItem>) =>
  consumerGroups?.map(({ name, title = name, mailDomains = [] }, index) => ({
    name,
    title,
    mailDomains: mailDomainsFrom(mailDomains, ['input', 'consumerGroups', index, 'mailDomains']),
  }));
