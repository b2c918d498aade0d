import type { PlacementTarget } from '../../domain/consumer/sign-in-placement.ts';
import { nameOf, TITLE_LENGTH_MAX } from '../../foundation/text/name.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { ConsumerOrg } from '../../infrastructure/database/generated/prisma/client.ts';
import { createConsumerOrg } from './consumer-org.ts';
import { withGeneratedName } from './generated-name.ts';
import { randomText } from './random-text.ts';

/** A person whom a user registry signs in to a catalog. */
type SignedInPerson = {
  readonly catalogId: string;
  readonly userRegistry: { readonly id: string };
  readonly now: Date;
};

/**
 * Finds the first consumer org that rules lead to, or makes it.
 *
 * Decision: the consumer org of a value is the one that a sign-in has made for it, and never one of the same name or
 * title. Where people sign up by themselves, a stranger could otherwise wait for a company's people under its name.
 */
export async function placedConsumerOrg(
  transaction: Transaction,
  { catalogId, userRegistry, now }: SignedInPerson,
  targets: readonly PlacementTarget[],
): Promise<ConsumerOrg | undefined> {
  const signInKeyOf = (value: string) => `${userRegistry.id} ${value}`;
  const found = await consumerOrgsOf(transaction, catalogId, {
    names: targets.flatMap((target) => (target.by === 'NAME' ? [target.name] : [])),
    signInKeys: targets.flatMap((target) => (target.by === 'VALUE' ? [signInKeyOf(target.value)] : [])),
  });
  for (const target of targets) {
    const signInKey = target.by === 'VALUE' ? signInKeyOf(target.value) : null;
    const id = target.by === 'NAME' ? found.byName.get(target.name) : found.bySignInKey.get(signInKey);
    if (id !== undefined) return transaction.consumerOrg.findUniqueOrThrow({ where: { id } });
    if (target.by === 'NAME' || !target.create) continue;
    const title = target.value.slice(0, TITLE_LENGTH_MAX);
    const made = await createConsumerOrg(transaction, {
      catalogId,
      title,
      name: await freeName(transaction, catalogId, title),
      now,
    });
    return transaction.consumerOrg.update({ where: { id: made.id }, data: { signInKey } });
  }
  return undefined;
}

type Wanted = { readonly names: readonly string[]; readonly signInKeys: readonly string[] };

/** Finds the ids of consumer orgs in one statement. Whoever asks for each would hold a connection for seconds. */
async function consumerOrgsOf(
  { consumerOrg }: Transaction,
  catalogId: string,
  { names, signInKeys }: Wanted,
) {
  const found = await consumerOrg.findMany({
    where: {
      catalogId,
      OR: [{ name: { in: [...new Set(names)] } }, { signInKey: { in: [...new Set(signInKeys)] } }],
    },
    select: { id: true, name: true, signInKey: true },
  });
  return {
    byName: new Map(found.map(({ id, name }) => [name, id])),
    bySignInKey: new Map(found.map(({ id, signInKey }) => [signInKey, id])),
  };
}

/** Chooses the name of a new consumer org, which nobody has. */
async function freeName({ consumerOrg }: Transaction, catalogId: string, title: string) {
  const { name = nameOf(title) } = withGeneratedName<{ title: string; name?: string }>(
    { title },
    'organization',
  );
  const isTaken = (await consumerOrg.count({ where: { catalogId, name } })) > 0;
  return isTaken ? `organization-${randomText()}` : name;
}
