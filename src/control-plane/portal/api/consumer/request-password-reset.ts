import { RESET_LINK_MS, RESET_MAILS_AN_HOUR } from '../../../../domain/events/letters.ts';
import { refuse } from '../../../../foundation/errors.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import { sendsMail } from '../../../consumer/sends-mail.ts';
import { builder } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { demandPasswords } from './sign-in-provider.ts';

const HOUR_MS = 3_600_000;
const LOGIN_LENGTH_MAX = 320;
/** People who share a username but for its case, or an address. */
const PEOPLE_MAX = 5;

/**
 * Decision: the answer is the same for all, and comes before anybody is looked up. What a person typed is
 * counted, not whether it is of anybody; an account gets three mails an hour, and a fourth is left out in silence.
 */
builder.mutationField('requestPasswordReset', (t) =>
  t.boolean({
    skipTypeScopes: true,
    description:
      'Mails a link to choose another password to whoever has the username or the email address. The link works once, for an hour. The answer is true whether or not there is an account.',
    args: { login: t.arg.string({ required: true, description: 'A username or an email address.' }) },
    resolve: async (_root, { login }, context) => {
      demandPasswords(context);
      if (!sendsMail(context))
        refuse('CONFLICT', {
          detail: 'This portal sends no mail: its provider gives you a link to choose a password.',
        });
      const { attempts, catalog, network, background } = context;
      const typed = login.trim().slice(0, LOGIN_LENGTH_MAX);
      const of = ['password-reset', catalog.id];
      await attempts.attempt({ target: [...of, typed], source: [...of, network] }, async () => false);
      background.begin(catalog.orgId, () => mailLinks(context, typed));
      return true;
    },
  }),
);

type Addressee = Readonly<Record<'id' | 'username' | 'address', string>>;

/** Writes a mail to each account of a username or an address. */
async function mailLinks(context: PortalContext, login: string): Promise<void> {
  for (const person of await peopleOf(context, login)) {
    const { prisma } = context.database;
    // Nothing is noted where nothing is mailed: strangers would fill the audit.
    if (!(await mayMail(prisma, person, context.clock()))) continue;
    const { username } = person;
    const request = { action: 'requestPasswordReset', subject: username, username };
    await context.change(request, (transaction) => mailLink(transaction, context, person));
  }
}

async function mailLink(
  transaction: Transaction,
  { catalog, clock }: Pick<PortalContext, 'catalog' | 'clock'>,
  person: Addressee,
): Promise<void> {
  const now = clock();
  if (!(await mayMail(transaction, person, now))) refuse('TOO_MANY_ATTEMPTS');
  await transaction.mail.create({
    data: {
      catalogId: catalog.id,
      memberId: person.id,
      letter: 'PASSWORD_RESET',
      address: person.address,
      writtenAt: now,
      linkEndsAt: new Date(now.getTime() + RESET_LINK_MS),
      nextAttemptAt: new Date(0),
    },
  });
}

async function mayMail({ mail }: Pick<Transaction, 'mail'>, { id }: Addressee, now: Date): Promise<boolean> {
  const writtenAt = { gt: new Date(now.getTime() - HOUR_MS) };
  const mailed = await mail.count({ where: { memberId: id, letter: 'PASSWORD_RESET', writtenAt } });
  return mailed < RESET_MAILS_AN_HOUR;
}

/** Finds the accounts with a password and an address. An address is compared as a username is, whatever its case. */
async function peopleOf({ database, catalog }: PortalContext, login: string): Promise<Addressee[]> {
  // A text that PostgreSQL cannot hold is the login of nobody.
  if (login === '' || login.includes('\0')) return [];
  return database.prisma.$queryRaw<Addressee[]>`
    SELECT id, username, lower(email) AS address FROM "Member"
    WHERE "catalogId" = ${catalog.id}::uuid AND email IS NOT NULL AND "passwordHash" <> ''
      AND (lower(normalize(username, NFC)) = lower(normalize(${login}::text, NFC)) OR lower(email) = lower(${login}::text))
    ORDER BY id LIMIT ${PEOPLE_MAX}`;
}
