import { beforeAll } from 'vitest';

/** A file or a suite of one, as the runner holds it. `shuffle` says whether its members are shuffled. */
type Suite = { name: string; type: string; shuffle?: boolean; tasks: Suite[] };

/**
 * Files, and folders, whose tests share a world and may need one another. None is added: a file leaves once its tests have
 * a world of their own each, or it passes with several seeds.
 */
const IN_ORDER = [
  'test/e2e/authorize.test.ts',
  'test/e2e/cli.test.ts',
  'test/e2e/console.test.ts',
  'test/e2e/host-names.test.ts',
  'test/e2e/limits.test.ts',
  'test/e2e/outages.test.ts',
  'test/e2e/passkeys.test.ts',
  'test/e2e/portal.test.ts',
  'test/e2e/restarts.test.ts',
  'test/e2e/secret-rotation.test.ts',
  'test/e2e/shared-origin.test.ts',
  'test/e2e/sign-in-window.test.ts',
  'test/e2e/story.test.ts',
  'test/integration/console/access-tokens.test.ts',
  'test/integration/console/apis.test.ts',
  'test/integration/console/consumers.test.ts',
  'test/integration/console/oauth.test.ts',
  'test/integration/console/pages.test.ts',
  'test/integration/console/people.test.ts',
  'test/integration/console/session.test.ts',
  'test/integration/console/webhooks.test.ts',
  'test/integration/database/change.test.ts',
  'test/integration/database/embedded.test.ts',
  'test/integration/database/outage.test.ts',
  'test/integration/failed-sign-ins.test.ts',
  'test/integration/gateway/database.test.ts',
  'test/integration/gateway/graphql-proxy.test.ts',
  'test/integration/gateway/graphql-requests.test.ts',
  'test/integration/gateway/lifecycle.test.ts',
  'test/integration/gateway/passthrough.test.ts',
  'test/integration/gateway/rate-limits.test.ts',
  'test/integration/graphql-server/policies-of-updates.test.ts',
  'test/integration/graphql-server/preview.test.ts',
  'test/integration/graphql-server/tenancy.test.ts',
  'test/integration/maintenance/audit-chain.test.ts',
  'test/integration/maintenance/backup.test.ts',
  'test/integration/maintenance/upgrade.test.ts',
  'test/integration/management/api/changes.test.ts',
  'test/integration/management/api/graphql-api.test.ts',
  'test/integration/management/api/online.test.ts',
  'test/integration/management/catalog/catalog.test.ts',
  'test/integration/management/consumer/application.test.ts',
  'test/integration/management/consumer/approval.test.ts',
  'test/integration/management/consumer/subscription.test.ts',
  'test/integration/management/documents.test.ts',
  'test/integration/management/events.test.ts',
  'test/integration/management/large-requests.test.ts',
  'test/integration/management/lifecycle/lifecycle.test.ts',
  'test/integration/management/lifecycle/supersede.test.ts',
  'test/integration/management/lifecycle/undo-of-before.test.ts',
  'test/integration/management/manifest/assignments.test.ts',
  'test/integration/management/manifest/graphql-servers.test.ts',
  'test/integration/management/manifest/size.test.ts',
  'test/integration/management/manifest/webhooks.test.ts',
  'test/integration/management/oauth/provider.test.ts',
  'test/integration/management/org.test.ts',
  'test/integration/management/people/user.test.ts',
  'test/integration/management/product/product.test.ts',
  'test/integration/management/quota.test.ts',
  'test/integration/oauth/key-rotation.test.ts',
  'test/integration/oauth/reuse.test.ts',
  'test/integration/oauth/stored-world.test.ts',
  'test/integration/outbound/outbound.test.ts',
  'test/integration/retention/retention.test.ts',
  'test/integration/snapshot/load.test.ts',
];

function keepOrder(suite: Suite): void {
  suite.shuffle = false;
  for (const task of suite.tasks) if (task.type === 'suite') keepOrder(task);
}

// biome-ignore lint/correctness/noEmptyPattern: vitest hands fixtures over only to who names them, and the file behind them.
beforeAll(({}, file) => {
  if (IN_ORDER.some((path) => file.name.startsWith(path))) keepOrder(file as Suite);
});
