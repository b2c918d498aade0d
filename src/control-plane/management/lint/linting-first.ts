import type { ChildLimits } from '../../../infrastructure/child-processes/run-in-child.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import { MEGABYTE } from '../../../openapi/document/parse-text.ts';
import { lintAndKeep, removeOldest, type UnlintedDocument } from './lint.ts';

/** A change may take longer than a question, and a large document needs it. */
const LIMITS: ChildLimits = { timeMs: 20_000, memoryMb: 512 };

/** Rolls a change back whose documents are linted first. A transaction would hold others up meanwhile. */
export class LintNeeded extends Error {
  override readonly name = 'LintNeeded';
  readonly documents: readonly UnlintedDocument[];
  constructor(documents: readonly UnlintedDocument[]) {
    super('Documents of the change are not linted yet.');
    this.documents = documents;
  }
}

/** The most times that a change begins anew. Each time it has come further. */
const BEGINNINGS_MAX = 200;

/**
 * Runs a change, and lints what it asks for before it runs again. What an org keeps is counted once the change is over:
 * results that it has asked for stay until then, however many.
 */
export async function lintingFirst<Result>(
  database: Pick<Database, 'prisma'>,
  orgId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  let isLinted = false;
  try {
    for (let beginnings = 1; ; beginnings += 1)
      try {
        return await change();
      } catch (error) {
        if (!(error instanceof LintNeeded) || beginnings === BEGINNINGS_MAX) throw error;
        isLinted = true;
        for (const document of error.documents)
          await lintAndKeep(database, orgId, { ...document, limits: LIMITS });
      }
  } finally {
    if (isLinted) await removeOldest(database, orgId);
  }
}

/** Characters of documents that are gathered. A change with more begins anew once for each such part of it. */
const CHARACTERS_MAX = 32 * MEGABYTE;

/** Gathers the documents that the parts of a change ask for. It begins anew once for all of them. */
export class NeededDocuments {
  readonly #documents = new Map<string, UnlintedDocument>();
  #characters = 0;

  /**
   * Runs a part of the change. What it asks for is gathered, and the next part may run.
   *
   * @throws LintNeeded when enough is gathered, or a later part fails: it stands on one that is not whole
   */
  async gather(part: () => Promise<unknown>): Promise<void> {
    try {
      await part();
    } catch (error) {
      if (!(error instanceof LintNeeded)) {
        this.throwAny();
        throw error;
      }
      for (const document of error.documents) this.#add(document);
      if (this.#characters > CHARACTERS_MAX) this.throwAny();
    }
  }

  /** @throws LintNeeded with all that is gathered, if anything is */
  throwAny(): void {
    if (this.#documents.size > 0) throw new LintNeeded([...this.#documents.values()]);
  }

  #add(document: UnlintedDocument): void {
    if (this.#documents.has(document.key)) return;
    this.#documents.set(document.key, document);
    this.#characters += document.text.length;
  }
}
