import { z } from 'zod';
import { closedObject, name, title } from './manifest-rules.ts';

const audience = (what: string) =>
  closedObject('Chosen consumers: all that are named in one way or another.', {
    consumerOrgs: z.array(name).optional().describe('Consumer orgs of the catalog, by name.'),
    groups: z.array(name).optional().describe('Consumer groups of the catalog, by name.'),
    mailDomains: z.array(z.string()).optional().describe('Domains of mail, for example `example.com`.'),
  })
    .optional()
    .describe(what);

/** For whom a product in a catalog is, as members of the manifest. */
export const audiences = {
  visibleTo: audience('Who sees it while its visibility is CUSTOM. Left out, it stays as it is.'),
  subscribableBy: audience(
    'Who may subscribe to it while its subscribability is CUSTOM. Left out, it stays as it is.',
  ),
  planAudiences: z
    .array(
      closedObject('For whom a plan is.', {
        plan: name.describe('The plan, by name.'),
        visibleTo: audience('Who sees it; all who see the product unless given.'),
        subscribableBy: audience(
          'Who may subscribe to it; all who may subscribe to the product unless given.',
        ),
      }),
    )
    .optional()
    .describe('For whom its plans are; those that are not named are for all. Left out, it stays as it is.'),
};

/** The groups of a catalog, as a member of the manifest. */
export const consumerGroups = z
  .array(
    closedObject('A group of consumer orgs. Which consumer orgs are in it is no part of a manifest.', {
      name: name.describe('Its name in the catalog, for example `gold`.'),
      title: title.optional().describe('What people call it; the name unless given.'),
      mailDomains: z
        .array(z.string())
        .optional()
        .describe(
          'Members of any consumer org are in it by their verified email address; none unless given.',
        ),
    }),
  )
  .optional()
  .describe('Its groups of consumer orgs. Left out, it says nothing of them.');
