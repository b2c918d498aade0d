import { NotReady, type Settings } from './settings.ts';

/**
 * Is the platform there, and may we manage it? Told at once, not by each of the steps.
 *
 * @throws NotReady when nothing answers, or the admin token is refused
 */
export async function demandAccess({ controlUrl, adminToken }: Settings): Promise<void> {
  const response = await fetch(`${controlUrl}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${adminToken}` },
    body: JSON.stringify({ query: '{ viewer { role } }' }),
  }).catch(() => undefined);
  if (!response)
    throw new NotReady(
      `Nothing answers at ${controlUrl}: run \`npm start\`, or name the address in CONTROL_URL.`,
    );
  const answer = (await response.json().catch(() => undefined)) as { data?: { viewer: unknown } } | undefined;
  if (!answer?.data?.viewer)
    throw new NotReady(`${controlUrl} refuses the ADMIN_TOKEN: give the one that its first start printed.`);
}
