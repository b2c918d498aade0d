import { randomUUID } from 'node:crypto';
import { secretFault, type WebhookFormat } from '../../../domain/events/webhook-format.ts';
import type { Definitions } from '../../../domain/manifest/definition.ts';
import type { Manifest } from '../../../domain/manifest/manifest.ts';
import { refuse } from '../../../foundation/errors.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { WebhookSecrets, WriteContext } from './write-context.ts';

type Signing = { readonly catalog: string; readonly name: string; readonly format: WebhookFormat };

/** @throws BAD_USER_INPUT when the secret that a webhook keeps cannot sign in its format */
function checkSecret(secret: string, { catalog, name, format }: Signing): void {
  const fault = secretFault(secret, format);
  if (fault !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `${fault} That of the webhook ${name} of ${catalog} is older: call replaceWebhookSecret first.`,
      path: ['input'],
    });
}

export function webhookSecretsOf({ lists }: Manifest): WebhookSecrets {
  return new Map(
    (lists.Catalog ?? []).flatMap(({ name: catalog, thing: { webhooks = [] } }) =>
      webhooks.flatMap(({ name, secret }) =>
        secret === undefined ? [] : [[`${catalog}/${name}`, secret] as const],
      ),
    ),
  );
}

type Catalog = Pick<Definitions['Catalog'], 'name' | 'webhooks'> & { readonly id: string };

/** Writes the webhooks of a catalog. Existing ones keep their secrets and their deliveries. */
export async function writeWebhooks(
  { transaction, secrets, clock, webhookSecrets }: WriteContext,
  { id: catalogId, name: catalog, webhooks }: Catalog,
): Promise<void> {
  const names = webhooks.map(({ name }) => name);
  // Those of consumer orgs are theirs alone.
  const own = { catalogId, consumerOrgId: null };
  await transaction.webhook.deleteMany({ where: { ...own, name: { notIn: names } } });
  const there = await transaction.webhook.count({ where: own });
  if (names.length > there)
    await checkQuota(transaction, {
      resource: 'WEBHOOKS',
      ownerId: catalogId,
      now: clock(),
      adding: names.length - there,
    });
  for (const { name, types, ...settings } of webhooks) {
    const data = { ...settings, types: [...types] };
    const present = await transaction.webhook.findFirst({ where: { ...own, name } });
    if (present)
      checkSecret(secrets.unseal(present.secretSealed, present.id), { catalog, name, ...settings });
    const { count } = await transaction.webhook.updateMany({ where: { ...own, name }, data });
    if (count > 0) continue;
    const id = randomUUID();
    const secret = webhookSecrets.get(`${catalog}/${name}`);
    if (secret === undefined) throw new Error(`The new webhook ${catalog}/${name} has no secret.`);
    const secretSealed = new Uint8Array(secrets.seal(secret, id));
    await transaction.webhook.create({ data: { ...data, id, catalogId, name, secretSealed } });
  }
}
