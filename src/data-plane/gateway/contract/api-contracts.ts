import { refusal, refuse } from '../../../foundation/errors.ts';
import { FairCache } from '../../../foundation/fair-cache.ts';
import { TurnQueue } from '../../../foundation/turn-queue.ts';
import { runInChild } from '../../../infrastructure/child-processes/run-in-child.ts';
import type { ContractChecks } from '../../../openapi/contract/contract-checks.ts';
import type { ContractCode } from '../../../openapi/contract/contract-code.ts';
import type { MockAnswer } from '../../../openapi/contract/mock-answers.ts';
import type { ContractSide } from '../../../openapi/contract/schema-bundle.ts';
import type { ShapePlan } from '../../../openapi/shape/shape-plan.ts';
import type { ContractDrifts } from '../../recorded/contract-drifts.ts';
import type { ServedContract } from '../../snapshot/served-contract.ts';
import { FieldSets } from '../accounting/field-sets.ts';

/** A side of an operation of an org's API. */
type ContractOperation = {
  readonly orgId: string;
  readonly operation: string;
  readonly side: ContractSide;
};

/** The checks of an operation, and what its calls use. Checks are undefined where there can be none. */
export type Compiled = { readonly checks: ContractChecks | undefined; readonly sets: FieldSets };

/** The answers of an operation, as its document gives them. */
type Mocks = { readonly answers: readonly MockAnswer[] };

/** The result of a check. Unchecked is what is too large, of another media type, or too much work. */
type ContractResult = 'kept' | 'broken' | 'unchecked';

export type ApiContractsDeps = {
  readonly drifts: Pick<ContractDrifts, 'note'>;
  readonly onFault: (error: unknown) => void;
};

const CACHE = { bytesMax: 64_000_000, bytesMaxOfOrg: 24_000_000 };
const CODES = { bytesMax: 16_000_000, bytesMaxOfOrg: 8_000_000 };
const BYTES_OF_NOTHING = 200;
/** Characters of the sets of one operation. */
const SETS_MAX = 10_000;
const BYTES_OF_SETS = 2 * SETS_MAX;
/** A document that was accepted compiles in a hundredth of it. */
const LIMITS = { timeMs: 5_000, memoryMb: 256 };

/**
 * The checks of contracts. Each operation is compiled when it is first called, in a child process and one after
 * another, orgs in turn. What they take of the memory of this process is shared fairly between orgs.
 */
export class ApiContracts {
  /** Takes what breaks a contract that is measured. */
  readonly drifts: ApiContractsDeps['drifts'];
  readonly #cache = new FairCache<Compiled>(
    CACHE,
    ({ checks }) => (checks?.bytes ?? BYTES_OF_NOTHING) + BYTES_OF_SETS,
  );
  /** Codes of checks that run in child processes. */
  readonly #codes = new FairCache<{ readonly code: ContractCode | undefined }>(
    CODES,
    ({ code }) => (code?.code.length ?? 0) + BYTES_OF_NOTHING,
  );
  readonly #plans = new FairCache<{ readonly plan: ShapePlan | undefined; readonly bytes: number }>(
    CODES,
    ({ bytes }) => bytes,
  );
  readonly #mocks = new FairCache<Mocks>(CODES, bytesOfMocks);
  readonly #keys = new WeakMap<ServedContract, string>();
  readonly #onFault: (error: unknown) => void;
  readonly #counts = new Map<
    string,
    { readonly side: ContractSide; readonly result: ContractResult; count: number }
  >();
  #contracts = 0;
  readonly #turns = new TurnQueue({
    atOnceMax: 1,
    waitingMax: [4_000, 400],
    tooMany: () =>
      refuse('TEMPORARILY_UNAVAILABLE', {
        detail: 'Too many operations are read at this moment: try again.',
        headers: { 'Retry-After': '2' },
      }),
  });

  constructor({ drifts, onFault }: ApiContractsDeps) {
    this.drifts = drifts;
    this.#onFault = onFault;
  }

  /**
   * Returns the checks of an operation, at once where they are known, else once compiled.
   *
   * @throws TEMPORARILY_UNAVAILABLE when too many are compiled
   */
  of(contract: ServedContract, operation: ContractOperation): Compiled | Promise<Compiled> {
    const key = `${this.#keyOf(contract)} ${operation.side} ${operation.operation}`;
    const { orgId } = operation;
    return (
      this.#cache.known(orgId, key) ??
      this.#cache.get(orgId, key, () => this.#turns.run([orgId], () => this.#compile(contract, operation)))
    );
  }

  note(side: ContractSide, result: ContractResult): void {
    const key = side + result;
    const known = this.#counts.get(key);
    if (known) known.count += 1;
    else this.#counts.set(key, { side, result, count: 1 });
  }

  counts(): readonly {
    readonly side: ContractSide;
    readonly result: ContractResult;
    readonly count: number;
  }[] {
    return [...this.#counts.values()].map((each) => ({ ...each }));
  }

  /** Returns the code of an operation's checks, for a child process. Undefined is one that cannot be checked. */
  async codeOf(contract: ServedContract, operation: ContractOperation): Promise<ContractCode | undefined> {
    const key = `${this.#keyOf(contract)} ${operation.side} ${operation.operation}`;
    const { orgId } = operation;
    const make = () =>
      this.#turns.run([orgId], async () => ({ code: await this.#codeOf(contract, operation) }));
    return (await this.#codes.get(orgId, key, make)).code;
  }

  /** Returns how shapes of an operation are read. Undefined is one of which there are none. */
  async shapesOf(contract: ServedContract, operation: ContractOperation): Promise<ShapePlan | undefined> {
    const key = `${this.#keyOf(contract)} ${operation.side} ${operation.operation}`;
    const { orgId } = operation;
    const make = () =>
      this.#turns.run([orgId], async () => {
        const plan = await this.#planOf(contract, operation);
        return { plan, bytes: JSON.stringify(plan ?? null).length + BYTES_OF_NOTHING };
      });
    return (await this.#plans.get(orgId, key, make)).plan;
  }

  /** Returns the answers that the document of an operation gives. */
  mocksOf(
    contract: ServedContract,
    { orgId, operation }: Omit<ContractOperation, 'side'>,
  ): Mocks | Promise<Mocks> {
    const key = `${this.#keyOf(contract)} ${operation}`;
    const make = () => this.#turns.run([orgId], () => this.#mocksOf(contract, operation));
    return this.#mocks.known(orgId, key) ?? this.#mocks.get(orgId, key, make);
  }

  async #mocksOf({ document }: ServedContract, operation: string): Promise<Mocks> {
    const { mockAnswers } = await import('../../../openapi/contract/mock-answers.ts');
    const answers = await runInChild({
      module: 'openapi/contract/mock-answers',
      work: mockAnswers,
      input: { document, operation },
      limits: LIMITS,
      tooMuch: (amount) =>
        refusal('INTERNAL', { detail: `To make answers of ${operation} takes ${amount}.` }),
    });
    return { answers: answers ?? [] };
  }

  async #compile(contract: ServedContract, operation: ContractOperation): Promise<Compiled> {
    const sets = new FieldSets(SETS_MAX);
    const code = await this.#codeOf(contract, operation);
    if (!code) return { checks: undefined, sets };
    const { ContractChecks: Checks } = await import('../../../openapi/contract/contract-checks.ts');
    return { checks: new Checks(code), sets };
  }

  /**
   * Decision: an operation that cannot be compiled is served unchecked, and the operator is told. A contract is no
   * protection that a back-end may rely on alone.
   */
  async #codeOf({ document }: ServedContract, { operation, side }: ContractOperation) {
    try {
      // Most gateways have no contract, and load no compiler of schemas.
      const { contractCode } = await import('../../../openapi/contract/contract-code.ts');
      return await runInChild({
        module: 'openapi/contract/contract-code',
        work: contractCode,
        input: { document, operation, side },
        limits: LIMITS,
        tooMuch: (amount) => refusal('INTERNAL', { detail: `To compile ${operation} takes ${amount}.` }),
      });
    } catch (error) {
      this.#onFault(error);
      return undefined;
    }
  }

  async #planOf({ document }: ServedContract, { operation, side }: ContractOperation) {
    const { shapePlan } = await import('../../../openapi/shape/shape-plan.ts');
    return runInChild({
      module: 'openapi/shape/shape-plan',
      work: shapePlan,
      input: { document, operation, side },
      limits: LIMITS,
      tooMuch: (amount) => refusal('INTERNAL', { detail: `To read ${operation} takes ${amount}.` }),
    });
  }

  #keyOf(contract: ServedContract): string {
    const known = this.#keys.get(contract);
    if (known !== undefined) return known;
    this.#contracts += 1;
    const key = `${this.#contracts}`;
    this.#keys.set(contract, key);
    return key;
  }
}

function bytesOfMocks({ answers }: Mocks): number {
  const examples = answers.flatMap(({ content }) => content.flatMap((each) => each.examples));
  return examples.reduce((sum, { text }) => sum + text.length, BYTES_OF_NOTHING);
}
