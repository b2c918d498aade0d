import {
  type ProductImage,
  type RowChange,
  rowChanges,
  UNDO_DAYS,
  UNDO_MS,
} from '../../../domain/product/undo.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { LifecycleUndo } from '../../../infrastructure/database/generated/prisma/client.ts';
import type { ManagementContext } from '../context.ts';
import { type ImageScope, imageOf, readImage, storedImage, withTexts } from './product-image.ts';
import { type UndoableChange, UUID } from './undoable-changes.ts';

/** Recording of the rows that an action changes. */
type UndoRecording = {
  readonly before: ProductImage;
  /** The same products now, also those that are new, or not related any more. */
  after(): Promise<ProductImage>;
};

export async function beginUndoRecord(transaction: Transaction, scope: ImageScope): Promise<UndoRecording> {
  const before = await imageOf(transaction, scope);
  const ids = before.products.map(({ id }) => id);
  const products = { OR: [scope.products, { id: { in: ids } }] };
  return { before, after: () => imageOf(transaction, { ...scope, products }) };
}

type NewUndo = Pick<LifecycleUndo, 'orgId' | 'catalogId' | 'action' | 'subject'> & {
  /** The rows and columns that differ. */
  readonly before: ProductImage;
  readonly after: ProductImage;
};

/** The record of a change, as its answer names it. */
export type KeptUndo = { readonly id: string; readonly token: string; readonly until: Date };

/** The undo record in the answer of a change. Null of a rehearsal. */
export type UndoAnswer = { readonly undoToken: string | null; readonly change: UndoableChange | null };

/** Tells of the record that a change has left, if any. */
export function undoAnswer(
  kept: KeptUndo | undefined,
  named: Pick<UndoableChange, 'action' | 'subject' | 'catalog'>,
): UndoAnswer {
  return { undoToken: kept?.token ?? null, change: kept ? { ...named, ...kept } : null };
}

/** Stores the undo record of a change. Its token is stored only as a hash. */
export async function keepUndo(
  transaction: Transaction,
  { before, after, ...undo }: NewUndo,
  { secrets, clock }: Pick<ManagementContext, 'secrets' | 'clock'>,
): Promise<KeptUndo> {
  const until = new Date(clock().getTime() + UNDO_MS);
  const token = secrets.issue('gh_undo_');
  const { id } = await transaction.lifecycleUndo.create({
    data: {
      ...undo,
      before: {},
      after: {},
      tokenHash: secrets.hash(token),
      expiresAt: until,
    },
    select: { id: true },
  });
  // They hold documents, which Prisma takes long for: see database/documents.ts.
  await transaction.$executeRaw`
    UPDATE "LifecycleUndo" SET "before" = ${await storedImage(before)}::jsonb, "after" = ${await storedImage(after)}::jsonb
    WHERE "id" = ${id}::uuid`;
  return { id, token, until };
}

/** The change that a call names, by its token or by its id. */
type ChangeReference = {
  readonly orgId: string;
  readonly by: { readonly token: string } | { readonly change: string };
  readonly path: readonly string[];
};

type UndoInput = { readonly [Member in 'token' | 'change']?: string | null | undefined };

/** @throws BAD_USER_INPUT unless exactly one of both is given */
export function changeReferenceOf(orgId: string, { token, change }: UndoInput): ChangeReference {
  if (token != null && change == null) return { orgId, by: { token }, path: ['input', 'token'] };
  if (change != null && token == null) return { orgId, by: { change }, path: ['input', 'change'] };
  return refuse('BAD_USER_INPUT', {
    detail: 'Give either token or change, not both.',
    path: ['input', 'change'],
  });
}

/**
 * The change that a call names.
 *
 * @throws NOT_FOUND when the org has no such change, or it is too old; UNDO_CONFLICT when it was undone already
 */
export async function undoOf(
  transaction: Transaction,
  { orgId, by, path }: ChangeReference,
  { secrets, clock }: Pick<ManagementContext, 'secrets' | 'clock'>,
): Promise<UndoRow> {
  // What is no UUID is no id of a change, and PostgreSQL would not compare it.
  const where =
    'token' in by
      ? { tokenHash: { in: secrets.hashes(by.token) } }
      : { id: { in: UUID.test(by.change) ? [by.change] : [] } };
  const undo = await transaction.lifecycleUndo.findFirst({
    where: { orgId, ...where },
    omit: { before: true, after: true },
  });
  const key = 'token' in by ? 'undo token' : 'id';
  if (!undo || undo.expiresAt <= clock())
    refuse('NOT_FOUND', {
      detail: `No change of this org has this ${key}, or it is older than ${UNDO_DAYS} days.`,
      path,
    });
  if (undo.undoneAt)
    refuse('UNDO_CONFLICT', { detail: `This change was undone on ${undo.undoneAt.toISOString()}.`, path });
  return undo;
}

/** A change without its images. */
export type UndoRow = Omit<LifecycleUndo, 'before' | 'after'>;

/** The rows that a change changed. */
export async function changesOf(transaction: Transaction, { id }: UndoRow): Promise<RowChange[]> {
  const [row] = await transaction.$queryRaw<[{ before: string; after: string }]>`
    SELECT "before"::text AS "before", "after"::text AS "after" FROM "LifecycleUndo" WHERE "id" = ${id}::uuid`;
  const [before, after] = await Promise.all([row.before, row.after].map(readImage));
  return before && after
    ? rowChanges(await withTexts(transaction, before), await withTexts(transaction, after))
    : [];
}
