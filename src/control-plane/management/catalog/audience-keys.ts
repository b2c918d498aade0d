import { type Audience, audienceKeys } from '../../../domain/consumer/audience.ts';
import { mailDomainsFrom } from '../../../domain/consumer/mail-domain.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';

type NamedAudience = {
  readonly catalogId: string;
  readonly input: { readonly [Member in keyof Audience]?: readonly string[] | null | undefined };
  readonly path: InputPath;
};

/**
 * Reads an audience of an input as keys.
 *
 * @throws NOT_FOUND for a consumer org or group that the catalog does not have; BAD_USER_INPUT
 */
export async function keysOfNames(
  transaction: Transaction,
  { catalogId, input, path }: NamedAudience,
): Promise<string[]> {
  const [orgNames, groups] = [[...new Set(input.consumerOrgs ?? [])], [...new Set(input.groups ?? [])]];
  const orgs = await transaction.consumerOrg.findMany({
    where: { catalogId, name: { in: orgNames } },
    select: { id: true, name: true },
  });
  const there = await transaction.consumerGroup.findMany({
    where: { catalogId, name: { in: groups } },
    select: { name: true },
  });
  const absent = (kind: string, names: readonly string[], rows: readonly { name: string }[]) => {
    const name = names.find((each) => !rows.some((row) => row.name === each));
    if (name !== undefined)
      refuse('NOT_FOUND', {
        detail: `There is no ${kind === 'groups' ? 'consumer group' : 'consumer org'} ${name} in the catalog.`,
        path: [...path, kind],
      });
  };
  absent('consumerOrgs', orgNames, orgs);
  absent('groups', groups, there);
  const mailDomains = mailDomainsFrom(input.mailDomains ?? [], [...path, 'mailDomains']);
  return audienceKeys({ consumerOrgs: orgs.map(({ id }) => id), groups, mailDomains }, path);
}
