import { portalUrl } from '../../../domain/addresses/public-urls.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Member } from '../../../infrastructure/database/generated/prisma/client.ts';
import { PASSWORD_LINK_MS, passwordCode } from '../../../infrastructure/secrets/password-link.ts';
import { builder, inOrg } from '../builder.ts';
import { consumerOrgNamed } from './org.ts';

type IssuedPassword = {
  readonly member: Member;
  readonly password: string;
  readonly url: string;
  readonly expiresAt: Date;
};

const IssuedPasswordRef = builder.objectRef<IssuedPassword>('IssuedPassword').implement({
  description:
    'A password that the platform has made for a person of a consumer org, and a link to choose another.',
  fields: (t) => ({
    username: t.string({
      description: 'What the person signs in to the portal with.',
      resolve: ({ member }) => member.username,
    }),
    password: t.exposeString('password', {
      description: 'The password, which is shown this once: the person can change it in the portal.',
    }),
    url: t.field({
      type: 'URL',
      description: 'Where the person chooses a password instead, once. Send it to her, and to nobody else.',
      resolve: ({ url }) => url,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the link ends: in a week, or as soon as the password is another one.',
    }),
  }),
});

const ResetMemberPasswordInput = builder.inputType('ResetMemberPasswordInput', {
  description: 'Who gets a new password.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose person it is.' }),
    username: t.string({ required: true, description: 'What the person signs in with.' }),
  }),
});

/**
 * Decision: the platform makes the password, since it sends no mail. Whoever hands it over knows the member, and need
 * not think of a password. By the link the member chooses one that nobody else knows. The sessions of the member end, as
 * they do when members change it themselves.
 */
builder.mutationField('resetMemberPassword', (t) =>
  t.field({
    type: IssuedPasswordRef,
    description:
      'Gives a person of a consumer org a new password, or a link to choose one, shown this once, and ends her sessions.',
    args: { input: t.arg({ type: ResetMemberPasswordInput, required: true, description: 'Whose.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId, name: org } = await context.org(input.org);
      const { catalog, consumerOrg, username } = input;
      const password = context.secrets.issue('');
      const passwordHash = await context.passwords.hash(password, [orgId, context.caller.actor]);
      const subject = `${catalog}/${consumerOrg}/${username}`;
      return context.change({ orgId, action: 'resetMemberPassword', subject }, async (transaction) => {
        const { id } = await consumerOrgNamed(transaction, { orgId, catalog, consumerOrg });
        const found = await transaction.member.findFirst({
          where: { username, memberships: { some: { consumerOrgId: id } } },
        });
        if (!found)
          return refuse('NOT_FOUND', {
            detail: `The consumer org ${consumerOrg} has nobody with this username.`,
            path: ['input', 'username'],
          });
        const member = await transaction.member.update({ where: { id: found.id }, data: { passwordHash } });
        await transaction.portalSession.deleteMany({ where: { memberId: member.id } });
        const expiresAt = new Date(context.clock().getTime() + PASSWORD_LINK_MS);
        const code = passwordCode(context.secrets, member, expiresAt);
        const portal = portalUrl(context.urls, `/${org}/${catalog}`);
        const url = `${portal}/choose-password?${new URLSearchParams({ username, code })}`;
        return { member, password, url, expiresAt };
      });
    },
  }),
);
