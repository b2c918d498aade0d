import { createMailDeliverer } from '../../src/control-plane/events/mail/mail-deliverer.ts';
import { exampleSubject, type NoticeDetails, type NoticeKind } from '../../src/domain/events/notices.ts';
import { Mailer } from '../../src/infrastructure/mail/mailer.ts';
import { CATALOG, type CatalogWorld, openCatalog } from './catalog.ts';
import { type MailServer, openMailServer, type TakenMail } from './mail-server.ts';

/** A catalog that sends mail, with the member `ada`. */
export type MailsWorld = {
  readonly world: CatalogWorld;
  readonly server: MailServer;
  /** Tells a notice, and returns the mail that the server took. */
  tell<Kind extends NoticeKind>(kind: Kind, detail: NoticeDetails[Kind]): Promise<TakenMail>;
  /** Sends a letter to `ada`, and returns the mail that the server took. */
  letter(letter: 'PASSWORD_RESET' | 'EMAIL_CHANGE'): Promise<TakenMail>;
  close(): Promise<void>;
};

const ADDRESS = 'ada@consumers.example';
const HOUR_MS = 3_600_000;

export async function openMails(): Promise<MailsWorld> {
  const world = await openCatalog();
  const server = await openMailServer();
  const { prisma } = world.database;
  const { catalogId } = world;
  await world.mutate('updateCatalog', { name: CATALOG, mail: {} });
  const { id: consumerOrgId } = await prisma.consumerOrg.findFirstOrThrow();
  const { id: memberId } = await prisma.member.create({
    data: { catalogId, consumerOrgId, username: 'ada', email: ADDRESS, passwordHash: '' },
  });

  async function deliver(): Promise<TakenMail> {
    const before = server.taken.length;
    const faults: unknown[] = [];
    const mailer = new Mailer({ url: `smtp://127.0.0.1:${server.port}`, from: 'notices@gatehouse.example' });
    const onFault = (fault: unknown) => faults.push(fault);
    await createMailDeliverer({
      ...world.deps,
      mailer,
      clock: () => new Date(),
      onFault,
    }).deliverDue();
    mailer.close();
    const [mail] = server.taken.slice(before);
    if (!mail || faults.length > 0) throw new Error(`no mail: ${faults.join()}`);
    return mail;
  }

  return {
    world,
    server,
    async tell(kind, detail) {
      const subject = exampleSubject(kind);
      const { id: eventId } = await prisma.event.create({
        data: { orgId: world.orgId, type: 'LIMIT_ALERT', subject, detail: {} },
      });
      // A trigger writes its mail.
      await prisma.notice.create({
        data: { eventId, catalogId, consumerOrgId, kind, subject, detail, at: new Date() },
      });
      return deliver();
    },
    async letter(letter) {
      const linkEndsAt = new Date(Date.now() + HOUR_MS);
      await prisma.mail.create({
        data: {
          catalogId,
          memberId,
          letter,
          address: ADDRESS,
          writtenAt: new Date(),
          linkEndsAt,
          nextAttemptAt: new Date(0),
        },
      });
      return deliver();
    },
    async close() {
      await server.close();
      await world.close();
    },
  };
}
