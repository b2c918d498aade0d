import { memberRoles } from '../../../domain/consumer/team.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { builder } from '../builder.ts';

export const MemberRoleRef = builder.enumType('MemberRole', {
  description: 'Rights of a person in a consumer org. Each includes those after it.',
  values: describedValues(
    memberRoles,
    (role) =>
      ({
        OWNER: 'Invites, removes and deletes, besides all the others may.',
        DEVELOPER: 'Has applications, keys and subscriptions.',
        VIEWER: 'Sees all, and changes nothing but the own account.',
      })[role],
  ),
});
