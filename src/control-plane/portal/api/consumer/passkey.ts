import { refuse } from '../../../../foundation/errors.ts';
import { isUuid } from '../../../../foundation/text/uuid.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import {
  CHALLENGE_MS,
  checkPasskeyName,
  keepsPasskeys,
  portalParty,
} from '../../../passkeys/passkey-party.ts';
import {
  createRelyingParty,
  type NewPasskey,
  type RelyingParty,
  readCredential,
  unchecked,
} from '../../../passkeys/relying-party.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';
import { takeChallenge } from './posted-answer.ts';
import { seal, unseal } from './sealed-sign-in.ts';

/** Maximum of passkeys of a person. */
const PASSKEYS_MAX = 10;
export const CHALLENGE_SECONDS = CHALLENGE_MS / 1_000;

/** The portal as browsers know it. @throws PASSKEYS_UNAVAILABLE */
export function portalRelyingParty({ portalUrl, catalog }: PortalContext): RelyingParty {
  const { name } = catalog.branding as { readonly name?: string };
  return createRelyingParty(portalParty(portalUrl, name ?? catalog.title));
}

const PortalPasskey = builder.prismaObject('MemberPasskey', {
  name: 'PortalPasskey',
  description: 'A passkey that signs a person in to this portal, in place of a password.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    name: t.exposeString('name', { description: 'What the person calls it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last signed the person in; null for never.',
    }),
  }),
});

builder.prismaObjectField('Member', 'passkeys', (t) =>
  t.relation('passkeys', {
    type: PortalPasskey,
    description: `The passkeys of the person in this portal, the first registered first; ${PASSKEYS_MAX} at most.`,
    query: { orderBy: { id: 'asc' }, take: PASSKEYS_MAX },
  }),
);

builder.prismaObjectField('Catalog', 'takesPasskeys', (t) =>
  t.boolean({
    description:
      'Can people have passkeys here? Browsers keep none for a portal whose address is an IP address.',
    resolve: (_catalog, _args, { portalUrl }) => keepsPasskeys(portalUrl),
  }),
);

type Challenge = { readonly options: object; readonly kept: string };

export const PortalPasskeyChallenge = builder.objectRef<Challenge>('PortalPasskeyChallenge').implement({
  description: 'A challenge for a passkey. It is good once, for five minutes.',
  fields: (t) => ({
    options: t.field({
      type: 'JSON',
      description: 'The options for `navigator.credentials`, as WebAuthn writes them in JSON.',
      resolve: ({ options }) => options,
    }),
    kept: t.exposeString('kept', { description: 'What to send with the answer. Only this portal reads it.' }),
  }),
});

builder.mutationField('beginPasskey', (t) =>
  t.field({
    type: PortalPasskeyChallenge,
    description: 'Begins the registration of a passkey of the viewer, for `registerPasskey`.',
    resolve: async (_root, _args, context) => {
      const { memberId, username } = demandViewer(context);
      const known = await context.database.prisma.memberPasskey.findMany({
        where: { memberId },
        take: PASSKEYS_MAX,
      });
      checkPasskeyQuota(known.length);
      const registrant = { handle: memberId, name: username, known };
      const options = await portalRelyingParty(context).registrationOptions(registrant);
      const { challenge } = options;
      return { options, kept: seal(context, { kind: 'PASSKEY', challenge, memberId }, CHALLENGE_SECONDS) };
    },
  }),
);

builder.mutationField('registerPasskey', (t) =>
  t.prismaField({
    type: PortalPasskey,
    description: `Registers a passkey of the viewer; a person has ${PASSKEYS_MAX} at most.`,
    args: {
      kept: t.arg.string({ required: true, description: '`kept` of `beginPasskey`.' }),
      name: t.arg.string({
        required: true,
        description: 'What the person calls it, of at most 60 characters.',
      }),
      credential: t.arg.string({ required: true, description: 'The answer of the browser, as JSON.' }),
    },
    resolve: async (_query, _root, { kept, name, credential }, context) => {
      const { memberId, username } = demandViewer(context);
      checkPasskeyName(name, ['name']);
      const begun = unseal(context, kept, 'PASSKEY');
      if (begun.memberId !== memberId) refuse('SIGN_IN_LOST');
      await takeChallenge(context, begun.challenge);
      const answer = readCredential(credential) ?? unchecked();
      const passkey = await portalRelyingParty(context).registered(answer, begun.challenge);
      const detail = { passkey: name };
      return context.change(
        { action: 'registerPasskey', subject: username, username, detail },
        (transaction) => keepPasskey(context, transaction, { ...passkey, name, memberId }),
      );
    },
  }),
);

function checkPasskeyQuota(passkeys: number): void {
  if (passkeys >= PASSKEYS_MAX)
    refuse('QUOTA_EXCEEDED', {
      detail: `You have ${passkeys} passkeys, which is as many as there may be: remove one first.`,
    });
}

/** Stores a passkey. Registrations of one person follow one another. */
async function keepPasskey(
  { catalog, clock }: PortalContext,
  transaction: Transaction,
  passkey: NewPasskey & { readonly name: string; readonly memberId: string },
) {
  const { memberId } = passkey;
  await transaction.$executeRaw`SELECT FROM "Member" WHERE id = ${memberId}::uuid FOR UPDATE`;
  checkPasskeyQuota(await transaction.memberPasskey.count({ where: { memberId } }));
  const [kept] = await transaction.memberPasskey.createManyAndReturn({
    data: [{ ...passkey, catalogId: catalog.id, createdAt: clock() }],
    skipDuplicates: true,
  });
  return kept ?? refuse('CONFLICT', { detail: 'This passkey is registered already.' });
}

builder.mutationField('deletePasskey', (t) =>
  t.boolean({
    description: 'Removes a passkey of the viewer, and ends all other sessions.',
    args: { id: t.arg.id({ required: true, description: 'Which: its id in `viewer.passkeys`.' }) },
    resolve: async (_root, { id: given }, context) => {
      const { memberId, sessionId, username } = demandViewer(context);
      const id = String(given);
      const own = isUuid(id)
        ? await context.database.prisma.memberPasskey.findFirst({ where: { id, memberId } })
        : null;
      const unknown = () => refuse('NOT_FOUND', { detail: 'You have no such passkey.', path: ['id'] });
      const detail = { passkey: (own ?? unknown()).name };
      await context.change(
        { action: 'deletePasskey', subject: username, username, detail },
        async (transaction) => {
          const { count } = await transaction.memberPasskey.deleteMany({ where: { id, memberId } });
          if (count === 0) unknown();
          await transaction.portalSession.deleteMany({ where: { memberId, id: { not: sessionId } } });
        },
      );
      return true;
    },
  }),
);
