import { z } from 'zod';
import { pageAudiences } from '../../../domain/branding/portal-page.ts';
import { governedActions } from '../../../domain/change-request/actions.ts';
import { templateKindNames } from '../../../domain/events/notice-template.ts';
import { languageTags } from '../../../foundation/text/languages.ts';
import { severities } from '../../../openapi/lint/finding.ts';
import { closedObject, links, name, title } from './manifest-rules.ts';
import { signInSettings } from './sign-in-settings.ts';

const colour = (what: string) => z.string().meta({ pattern: '^#[0-9A-Fa-f]{6}$' }).describe(what);
const branding = closedObject('What the pages of its portal show of it; as in every portal unless given.', {
  name: title.optional().describe('What stands at the top of each page; the title unless given.'),
  accent: closedObject(
    'The colour of links and buttons: 4.5:1 with the pages, by the contrast ratio of WCAG 2.2.',
    {
      light: colour('On light pages, for example `#1d4ed8`.'),
      dark: colour('On dark pages, for example `#8ab4ff`.'),
    },
  ).optional(),
  logo: z
    .string()
    .optional()
    .describe('The picture beside the name, a data URL: a PNG, WebP or SVG image of at most 64 KB.'),
  featured: z
    .array(z.string())
    .optional()
    .describe(
      'Names of the products that stand first on the home page, in their order, at most 12. One that a reader may not see is left out.',
    ),
  links: links.describe('Links at the foot of each page: terms, privacy, support.'),
});

const credentialPolicy = closedObject(
  'How long client secrets and API keys last that are made from then on.',
  {
    maxDays: z.int().describe('After how many days they end: 2 to 3650.'),
    noticeDays: z
      .int()
      .optional()
      .describe(
        'Days before an end that it is told first: 1 to 365, less than `maxDays`. 30 unless given, or half of `maxDays`.',
      ),
  },
);

const changePolicy = closedObject(
  'Who approves changes of the products in it. Left out, it stays as it is; null asks for no approvals. Setting it needs the role ADMINISTRATOR.',
  {
    rules: z
      .array(
        closedObject('Approvals that some actions need.', {
          actions: z.array(z.enum(governedActions)).optional().describe('The actions; all unless given.'),
          approvals: z.int().optional().describe('How many people approve: 1 to 10; 1 unless given.'),
          role: z
            .enum(['ADMINISTRATOR', 'DEVELOPER'])
            .optional()
            .describe('The role of those who approve; DEVELOPER unless given.'),
        }),
      )
      .optional()
      .describe('At most 20. Of several for one action, all hold.'),
    freezes: z
      .array(
        closedObject('A time in which nothing is changed.', {
          title: z.string().describe('Why, for example `Christmas`.'),
          from: z.string().describe('The local time when it begins, for example `2027-12-20T00:00`.'),
          until: z.string().describe('The local time when it ends.'),
          timeZone: z
            .string()
            .optional()
            .describe('An IANA name, for example `Europe/Berlin`; `UTC` unless given.'),
          weekly: z.boolean().optional().describe('True where it comes again each week.'),
        }),
      )
      .optional()
      .describe('Times in which nothing is changed but undone: at most 50.'),
    refuseDirect: z
      .boolean()
      .optional()
      .describe('True where changes that need approvals can only be proposed; false unless given.'),
    expiresAfterDays: z
      .int()
      .optional()
      .describe(
        'Days after which a change request ends that nobody has committed: 1 to 90; 14 unless given.',
      ),
  },
);

const mail = closedObject(
  'How its consumers are told by mail; not at all without it. The platform needs a mail server (SMTP_URL).',
  {
    language: z
      .enum(languageTags)
      .optional()
      .describe('The language that it is written in; `en` unless given.'),
    senderName: z
      .string()
      .optional()
      .describe('The name of the sender; that of the platform (MAIL_FROM) unless given.'),
    replyTo: z
      .string()
      .optional()
      .describe('The address that answers go to; that of the platform unless given.'),
    templates: z
      .array(
        closedObject('Your own words for a kind of notice, with placeholders in braces.', {
          kind: z.enum(templateKindNames).describe('The kind of notice, or of another mail.'),
          language: z.enum(languageTags).describe('The language that it is in.'),
          subject: z.string().describe('The title of the notice: at most 200 characters.'),
          text: z.string().describe('Its text: at most 2,000 characters.'),
        }),
      )
      .optional()
      .describe('Your own words, in place of the built-in ones.'),
  },
);

const page = closedObject('A page of the portal.', {
  path: z
    .string()
    .describe(
      'Its path below `/pages/`, for example `guides/errors`; `/` is the part of the home page above the products.',
    ),
  title: z.string().describe('What it is called in the list of pages.'),
  product: name
    .optional()
    .describe(
      'The name of the product that it is about, in all versions: those who may see it read the page. None unless given.',
    ),
  audience: z.enum(pageAudiences).optional().describe('Who reads it; EVERYBODY unless given.'),
  order: z.int().optional().describe('Pages are listed by it, then by path; 0 unless given.'),
  markdown: z.string().describe('Its text in Markdown, or a file with it: `./pages/errors.md`.'),
});

const pages = z.array(page).optional().describe('The pages of its portal; none unless given.');

const usageAlerts = closedObject(
  'When the usage of its subscriptions is told of, by the event USAGE_ALERT; never without it.',
  {
    spikeFactor: z
      .int()
      .optional()
      .describe('How many times the calls of the same hour before are a spike: 2 to 1000; 5 unless given.'),
    spikeCalls: z.int().optional().describe('The fewest calls of an hour that are one; 100 unless given.'),
    silentHours: z
      .int()
      .optional()
      .describe('Hours without a call that are silence: 1 to 168; 24 unless given.'),
  },
);

const severity = (when: string) =>
  z
    .enum(severities)
    .nullable()
    .optional()
    .describe(`The least severity that refuses ${when}; none unless given.`);

const lintPolicy = closedObject(
  'The rules that OpenAPI documents are held to when they come into it; none without it.',
  {
    ruleSet: z.string().describe('The rule set, by name; `spectral:oas` is the one of Spectral.'),
    refuseStage: severity('to stage a product'),
    refusePublish: severity('to publish a product'),
  },
);

/** Settings of a catalog, each of which may be left out. */
export const catalogSettings = {
  branding: branding.optional(),
  pages,
  credentialPolicy: credentialPolicy.optional(),
  usageAlerts: usageAlerts.optional(),
  mail: mail.optional(),
  changePolicy: changePolicy.nullable().optional(),
  lintPolicy: lintPolicy.optional(),
  signIn: signInSettings.optional(),
};
