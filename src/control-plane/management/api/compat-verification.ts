import type { PhrasedBreak } from '../../../domain/api/api-break.ts';
import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { type Compat, checkServingApi } from '../../../domain/api/compat.ts';
import type { RecordedShape } from '../../../domain/compat/recorded-verifier.ts';
import type { CompatFailure, CompatVerification } from '../../../domain/compat/verify-compat.ts';
import { refusal, refuse } from '../../../foundation/errors.ts';
import { phrase, said } from '../../../foundation/text/change-phrase.ts';
import { readVersionedName, type VersionedName } from '../../../foundation/text/version.ts';
import { inFewChildren } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { readOpenApi } from '../../../infrastructure/database/documents.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import type { MessageShape } from '../../../openapi/shape/message-shape.ts';

/** Time and memory to verify a compat: hundreds of operations take a few seconds. */
const LIMITS = { timeMs: 20_000, memoryMb: 256 };
/** Samples of each body, where nobody says how many. */
export const SAMPLES = 20;
/** Recorded shapes of each side. Gateways keep as many of an API. */
const RECORDED_MAX = 500;

type Reader = Pick<Transaction, 'api' | 'recordedShape' | '$queryRaw'>;

/** Finds the draft of the version that serves another. Null is one that is gone. */
async function servingDraft({ api }: Reader, orgId: string, { of }: Compat) {
  return api.findUnique({
    where: { orgId_name_version: { orgId, ...readVersionedName(of) } },
    select: { id: true, kind: true, settings: true },
  });
}

/** @throws BAD_USER_INPUT for a version that cannot serve an API */
export async function checkCompat(
  reader: Reader,
  { orgId, api, settings }: { readonly orgId: string; readonly api: string; readonly settings: ApiSettings },
): Promise<void> {
  const { compat } = settings;
  if (!compat) return;
  const serving = await servingDraft(reader, orgId, compat);
  checkServingApi(
    api,
    compat,
    serving ? { kind: serving.kind, settings: stored<ApiSettings>(serving.settings) } : undefined,
  );
}

type VerificationInput = {
  readonly orgId: string;
  /** The old version. */
  readonly api: VersionedName;
  /** The document of the old version, as JSON text. */
  readonly openapi: string | null;
  readonly compat: Compat;
  readonly samples?: number;
};

/**
 * Verifies the steps of a compat against the draft that serves it.
 *
 * @throws NOT_FOUND where that is gone; TEMPORARILY_UNAVAILABLE when too many wait, or it takes too much
 */
export async function verificationOf(
  reader: Reader,
  { orgId, api, openapi, compat, samples = SAMPLES }: VerificationInput,
): Promise<CompatVerification> {
  const draft = await servingDraft(reader, orgId, compat);
  if (!draft) return refuse('NOT_FOUND', { detail: `There is no API ${compat.of} any more.` });
  const serving = await readOpenApi(reader, 'Api', draft.id);
  const recorded = [
    ...(await recordedShapes(reader, { orgId, api, side: 'REQUEST' })),
    ...(await recordedShapes(reader, { orgId, api: readVersionedName(compat.of), side: 'ANSWER' })),
  ];
  const { verifyCompat } = await import('../../../domain/compat/verify-compat.ts');
  return inFewChildren(orgId, {
    module: 'domain/compat/verify-compat',
    work: verifyCompat,
    input: { old: openapi ?? '{}', serving: serving ?? '{}', compat, samples, recorded },
    limits: LIMITS,
    tooMuch: (amount) =>
      refusal('TEMPORARILY_UNAVAILABLE', {
        detail: `To verify the compat takes ${amount}: ask for fewer samples.`,
      }),
  });
}

type ShapesOf = {
  readonly orgId: string;
  readonly api: VersionedName;
  readonly side: 'REQUEST' | 'ANSWER';
};

/** Reads the shapes that calls of a version had, those of most calls first. */
async function recordedShapes(
  { recordedShape }: Reader,
  { orgId, api: { name, version }, side }: ShapesOf,
): Promise<RecordedShape[]> {
  const rows = await recordedShape.findMany({
    where: { side, api: { orgId, name, version } },
    orderBy: [{ calls: 'desc' }, { hash: 'asc' }],
    take: RECORDED_MAX,
  });
  return rows.map(({ operation, status, shape, calls }) => ({
    side,
    operation,
    status,
    shape: stored<MessageShape>(shape),
    calls: Number(calls),
  }));
}

/** Tells whether every sample of a verification led to what the documents say. */
export const isVerified = ({ failures, unsampled, recorded }: CompatVerification): boolean =>
  failures.length + unsampled.length + recorded.failures.length === 0;

const keyOf = ({ operation, status, pointer, keyword }: CompatFailure) =>
  [operation, status, pointer, keyword].join(' ');

/**
 * Lists the calls of a version that break behind the steps of its compat.
 *
 * A version that serves itself has none.
 *
 * @throws as {@link verificationOf}
 */
export async function compatBreaks(
  reader: Reader,
  {
    openapi,
    settings,
    ...api
  }: VersionedName & {
    readonly openapi: string | null;
    readonly settings: Prisma.JsonValue;
  },
  orgId: string,
): Promise<PhrasedBreak[]> {
  const { compat } = stored<ApiSettings>(settings);
  if (!compat) return [];
  const { failures, recorded } = await verificationOf(reader, { orgId, api, openapi, compat });
  const known = new Set(failures.map(keyOf));
  const all = [...failures, ...recorded.failures.filter((each) => !known.has(keyOf(each)))];
  return all.map(({ operation, status, pointer, keyword }) => ({
    operation,
    ...said(
      phrase(
        'COMPAT_BROKEN',
        pointer,
        keyword,
        status === null
          ? phrase('COMPAT_REQUEST', compat.of)
          : phrase('COMPAT_RESPONSE', String(status), compat.of),
      ),
    ),
    isPartial: true,
  }));
}
