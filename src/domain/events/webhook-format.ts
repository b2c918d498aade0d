/** Forms of what a webhook of a provider is sent. */
export const webhookFormats = ['GATEHOUSE', 'STANDARD'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** A secret of Standard Webhooks: `whsec_` and 24 to 64 bytes as base64. */
const STANDARD_SECRET =
  /^whsec_(?=[A-Za-z0-9+/]{32,88}={0,2}$)(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Says why a secret cannot sign in a format; undefined where it can. */
export function secretFault(secret: string, format: WebhookFormat): string | undefined {
  if (format !== 'STANDARD' || STANDARD_SECRET.test(secret)) return undefined;
  return 'Standard Webhooks needs a secret of `whsec_` and 24 to 64 bytes as base64.';
}
