import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import { isObject } from '../../foundation/json.ts';
import { escaped, namesOf } from '../../foundation/json-pointer.ts';
import type { ContractCode } from './contract-code.ts';
import { formats } from './formats.ts';
import { linearPattern } from './linear-pattern.ts';

/** A break of a contract: its JSON pointer and the schema's keyword. It has no value of the caller. */
export type ContractFault = { readonly pointer: string; readonly keyword: string };

/** A value would take more work to check than a call may cost. */
export class TooMuchWork extends Error {}

type AjvError = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly missingProperty?: string };
};
type Check = { (value: unknown): boolean; errors?: readonly AjvError[] | null };

/**
 * Steps that the checks of one call may take. They are validators that are entered and values that are compared.
 * Schemas that refer to themselves could otherwise take time without end.
 */
const STEPS_MAX = 200_000;
/** Beginning of each validator in the code that ajv writes. */
const VALIDATOR = /function validate\d+\(data, \{instancePath="", [^{}]*=\{\}\}=\{\}\)\{/g;
const ANY = '*';
/** Its types take the module for its only export. */
const areEqual = equal.default as unknown as (a: unknown, b: unknown) => boolean;

/** The checks of a side of an operation, ready to run. */
export class ContractChecks {
  readonly plan: Omit<ContractCode, 'code' | 'names'>;
  /** Memory that they take, by a guess. */
  readonly bytes: number;
  readonly #checks: Readonly<Record<string, Check>> = {};
  readonly #names: ReadonlySet<string>;
  #stepsLeft = STEPS_MAX;

  constructor({ code, names, ...plan }: ContractCode) {
    this.plan = plan;
    this.bytes = code.length * BYTES_OF_CODE + BYTES_EACH;
    this.#names = new Set(names);
    const counted = code.replace(VALIDATOR, (head) => `${head}step();`);
    const step = () => this.#step();
    const equals = (a: unknown, b: unknown) => {
      this.#step();
      return areEqual(a, b);
    };
    const modules: Readonly<Record<string, unknown>> = {
      'ajv/dist/runtime/equal': { default: equals },
      'ajv/dist/runtime/ucs2length': ucs2length,
    };
    const require = (name: string) => modules[name];
    new Function('exports', 'require', 'step', 'formats', 'linearPattern', counted)(
      this.#checks,
      require,
      step,
      formats,
      linearPattern,
    );
  }

  /** Begins a call, which gets steps of its own. */
  begin(): void {
    this.#stepsLeft = STEPS_MAX;
  }

  /**
   * Checks a value.
   *
   * @returns undefined for one that keeps to its schema
   * @throws TooMuchWork, and RangeError for a value that is nested too deep
   */
  faultOf(name: string, value: unknown): ContractFault | undefined {
    const check = this.#checks[`check${name}`];
    if (!check || check(value)) return undefined;
    const errors = check.errors ?? [];
    const error = errors.at(-1)?.keyword === 'if' ? (errors.at(-2) ?? errors.at(-1)) : errors.at(-1);
    if (!error) return undefined;
    const { missingProperty } = error.params;
    const missing = missingProperty === undefined ? '' : `/${escaped(missingProperty)}`;
    return { pointer: this.#shown(error.instancePath, value) + missing, keyword: error.keyword };
  }

  #step(): void {
    this.#stepsLeft -= 1;
    if (this.#stepsLeft < 0) throw new TooMuchWork();
  }

  /** Names of members that the caller chose may be secrets. Each becomes a `*`. */
  #shown(pointer: string, value: unknown): string {
    let at = value;
    return namesOf(pointer)
      .map((name) => {
        const isPlain = Array.isArray(at) || this.#names.has(name);
        at = isObject(at) || Array.isArray(at) ? (at as Readonly<Record<string, unknown>>)[name] : undefined;
        return `/${isPlain ? escaped(name) : ANY}`;
      })
      .join('');
  }
}

const BYTES_OF_CODE = 8;
const BYTES_EACH = 20_000;
