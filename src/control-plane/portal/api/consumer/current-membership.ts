import type { Member } from '../../../../infrastructure/database/generated/prisma/client.ts';
import type { PortalContext } from '../context.ts';

/** Names the membership in the consumer org of the session, else at home. */
export const currentMembership = (
  { id, consumerOrgId }: Pick<Member, 'id' | 'consumerOrgId'>,
  { viewer }: Pick<PortalContext, 'viewer'>,
) => ({
  memberId: id,
  consumerOrgId: viewer?.memberId === id ? viewer.consumerOrg.id : consumerOrgId,
});
