import { z } from 'zod';
import { secretValueFrom } from '../../../domain/backend/credentials.ts';
import { USAGE_DAYS_MAX } from '../../../domain/call/usage-days.ts';
import { eventTypeNames } from '../../../domain/events/events.ts';
import { webhookFormats } from '../../../domain/events/webhook-format.ts';
import { audiences, consumerGroups } from './audience-item.ts';
import { catalogBackendItem } from './catalog-backend-item.ts';
import { catalogSettings } from './catalog-settings.ts';
import {
  apiItem,
  backendItem,
  displayed,
  graphqlServerItem,
  plans,
  productItem,
  subscribability,
  visibility,
} from './items.ts';
import { closedObject, instant, name, ruled, title, url, versionedName } from './manifest-rules.ts';
import { oauthProviderItem } from './oauth-provider-item.ts';
import { ruleSetItem } from './rule-set-item.ts';
import { subscriptionForm } from './subscription-form-item.ts';
import { userRegistryItem } from './user-registry-item.ts';
import { productWords } from './words.ts';

const names = (what: string) => z.array(name).optional().describe(what);

const copy = closedObject(
  'What was staged or published, where the product has been edited or deleted since.',
  {
    title: displayed,
    ...productWords,
    apis: z
      .array(z.union([versionedName, apiItem], { error: 'Write name:version, or describe the API.' }))
      .min(1, { error: 'A product holds one API or more: name one.' })
      .describe('Its APIs: `name:version` where it is as in `apis`, else described in full.'),
    plans: plans.describe('Its plans.'),
  },
);

const planMapping = closedObject('Where the subscribers of a plan are offered to go.', {
  source: name.describe('A plan of this product.'),
  target: name.describe('A plan of the migration target.'),
});

export const positionItem = closedObject("A product's position in the catalog.", {
  product: versionedName.describe('Which product, `name:version`.'),
  state: z
    .enum(['STAGED', 'PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED'])
    .describe('Where it stands in its life. It gets there by allowed transitions only.'),
  visibility: visibility.describe('Who sees it; as the product says unless given.'),
  subscribability: subscribability.describe('Who may subscribe to it; as the product says unless given.'),
  ...audiences,
  subscriptionForm,
  copy: copy
    .optional()
    .describe('What is in the catalog; the product as it is described in `products` unless given.'),
  online: z
    .record(versionedName, z.boolean())
    .optional()
    .describe(
      'Which APIs answer, by `name:version`; REST APIs do while the product serves, GraphQL APIs do not, unless given.',
    ),
  migrationTarget: closedObject('Where its subscribers are offered to go.', {
    product: versionedName.describe('The new product, in the same catalog.'),
    plans: z.array(planMapping).describe('A target for each plan that has subscribers.'),
  })
    .optional()
    .describe('Where its subscribers are offered to go; nowhere unless given.'),
  sunsetAt: instant
    .optional()
    .describe('When a DEPRECATED product stops answering; in the future when it is said first.'),
  sunsetIfIdleDays: z
    .int()
    .min(1)
    .max(USAGE_DAYS_MAX)
    .optional()
    .describe(
      'At its sunset it is retired although applications are subscribed to it, once nobody has called it in so many days; unless given, when they have moved or ended.',
    ),
});

const webhook = closedObject('Where events of the catalog are sent.', {
  name: name.describe('Its name in the catalog, for example `billing`.'),
  url: url.describe('Where events are sent.'),
  types: z
    .array(z.enum(eventTypeNames))
    .min(1, { error: 'Name at least one type of events.' })
    .describe('Which events it wants, one or more.'),
  active: z.boolean().optional().describe('Is it sent events? Yes, unless given.'),
  format: z
    .enum(webhookFormats)
    .optional()
    .describe(
      'How deliveries are written and signed: GATEHOUSE unless given. STANDARD, as Standard Webhooks says, needs a secret of `whsec_` and 24 to 64 bytes as base64.',
    ),
  secret: z
    .string()
    .min(24, { error: 'A secret has 24 characters or more.' })
    .max(200, { error: 'A secret has at most 200 characters.' })
    .optional()
    .describe(
      'What deliveries are signed with, 24 to 200 characters; required of a new webhook. One that is there keeps its own. It is never exported.',
    ),
});

const secret = closedObject('What gateways prove themselves with to back-ends of the catalog.', {
  name: name.describe('Its name in the catalog, for example `crm-password`.'),
  value: ruled(z.string(), (value, path) => void secretValueFrom(value, path))
    .optional()
    .describe(
      'Its value, required of a new secret. One that is there keeps its own. It is never exported; the command line takes it from the environment where a variable is named.',
    ),
});

const catalogMembers = {
  name: name.describe('Its path segment, for example `sandbox`.'),
  title: displayed,
  selfServiceSignUp: z
    .boolean()
    .optional()
    .describe('May people create their own consumer organization in the portal? No, unless given.'),
  ...catalogSettings,
  userRegistries: names('The registries assigned to it, by name; none unless given.'),
  oauthProviders: names('The providers assigned to it, by name; none unless given.'),
  consumerGroups,
  webhooks: z
    .array(webhook)
    .optional()
    .describe('Where its events are sent. Left out, it says nothing of them.'),
  secrets: z
    .array(secret)
    .optional()
    .describe('The secrets for its back-ends. Left out, it says nothing of them.'),
  backends: z
    .array(catalogBackendItem)
    .optional()
    .describe('The back-ends that its APIs can call. Left out, it says nothing of them.'),
};
const catalogDescription =
  'A place to publish to. Its consumers and their subscriptions are no part of a manifest.';
const positionsDescription = 'The products in it. Left out, it says nothing of them.';
export const catalogItem = closedObject(catalogDescription, {
  ...catalogMembers,
  products: z.array(z.unknown()).optional(),
});
const wholeCatalog = closedObject(catalogDescription, {
  ...catalogMembers,
  products: z.array(positionItem).optional().describe(positionsDescription),
});

const frame = {
  $schema: z.string().optional().describe('Where editors find this schema; nothing else reads it.'),
  gatehouse: z
    .literal('1', { error: 'Write "gatehouse": "1", the version of this format.' })
    .describe('The version of this format.'),
  org: closedObject('The org.', {
    name: name.optional().describe('Where given, the manifest is refused for an org of another name.'),
    title: title.optional().describe('What people call it; stays unless given.'),
  })
    .optional()
    .describe('What is said of the org itself.'),
};
const list = z.array(z.unknown()).optional();

/** A manifest without its items, each of which is read separately. */
export const manifestFrame = closedObject('A manifest.', {
  ...frame,
  userRegistries: list,
  oauthProviders: list,
  backends: list,
  ruleSets: list,
  apis: list,
  products: list,
  catalogs: list,
  graphqlServers: list,
});

/** The whole manifest, for the JSON Schema that editors use. */
const manifestSchema = closedObject(
  'A Gatehouse org as code: what `exportManifest` gives and `applyManifest` takes. A list that is left out says nothing of its things. Consumers, their applications and their subscriptions are no part of it, and nothing secret is.',
  {
    ...frame,
    userRegistries: z.array(userRegistryItem).optional().describe('Who knows people.'),
    oauthProviders: z.array(oauthProviderItem).optional().describe('Who issues access tokens.'),
    backends: z.array(backendItem).optional().describe('What its APIs call, by names.'),
    ruleSets: z.array(ruleSetItem).optional().describe('Rules that its documents are held to.'),
    apis: z.array(apiItem).optional().describe('The drafts of its APIs.'),
    products: z.array(productItem).optional().describe('The drafts of its products.'),
    catalogs: z.array(wholeCatalog).optional().describe('The places that it publishes to.'),
    graphqlServers: z
      .array(graphqlServerItem)
      .optional()
      .describe('The GraphQL servers made from its REST back-ends.'),
  },
);

/** The JSON Schema of a manifest, for editors. (draft-07, which most of them know) */
export function manifestJsonSchema(): object {
  return z.toJSONSchema(manifestSchema, { io: 'input', target: 'draft-7', reused: 'inline' });
}
