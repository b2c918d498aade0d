import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { JsonObject } from '../../foundation/json.ts';
import { formats } from './formats.ts';
import { linearPattern } from './linear-pattern.ts';
import {
  operationNamed,
  type PlannedAnswer,
  type PlannedBody,
  type PlannedParameter,
  plannedAnswers,
  plannedBody,
  plannedParameters,
} from './operation-plan.ts';
import { BUNDLE, BundleTooLarge, type ContractSide, SchemaBundle } from './schema-bundle.ts';

/** A side of an operation, as a child process hands it over. */
export type ContractCode = {
  readonly parameters: readonly PlannedParameter[];
  readonly body: PlannedBody | null;
  readonly answers: readonly PlannedAnswer[];
  /** A module of checks by their names. */
  readonly code: string;
  /** Names of members that the document has. All others are the caller's. */
  readonly names: readonly string[];
};

export type ContractCodeInput = {
  /** The OpenAPI document as JSON text. */
  readonly document: string;
  /** For example `GET /customers/{id}`. */
  readonly operation: string;
  readonly side: ContractSide;
};

/** Characters of code that a gateway takes for one operation. */
const CODE_MAX = 1_000_000;

/**
 * Compiles the checks of a side of an operation.
 *
 * It takes tens of milliseconds, and more of a hostile document: it is work for a child process.
 *
 * @returns undefined where the operation describes nothing, or more than can be checked
 */
export function contractCode({
  document: text,
  operation,
  side,
}: ContractCodeInput): ContractCode | undefined {
  const document = JSON.parse(text) as JsonObject;
  const found = operationNamed(document, operation);
  if (!found) return undefined;
  const bundle = new SchemaBundle(document, side);
  try {
    const isRequest = side === 'REQUEST';
    const parameters = isRequest ? plannedParameters(found, bundle) : [];
    const body = isRequest ? plannedBody(found.operation, bundle) : null;
    const answers = isRequest ? [] : plannedAnswers(found.operation, bundle);
    const code = codeOf(bundle, checksOf({ parameters, body, answers }));
    return code.length > CODE_MAX ? undefined : { parameters, body, answers, code, names: [...bundle.names] };
  } catch (error) {
    if (error instanceof BundleTooLarge) return undefined;
    throw error;
  }
}

type Planned = Pick<ContractCode, 'parameters' | 'body' | 'answers'>;

function checksOf({ parameters, body, answers }: Planned): ReadonlySet<string> {
  const contents = [body, ...answers].flatMap((each) => each?.content ?? []);
  return new Set([
    ...parameters.map(({ check }) => check),
    ...contents.flatMap(({ check }) => (check === null ? [] : [check])),
  ]);
}

const regExp = Object.assign((pattern: string) => linearPattern(pattern), { code: 'linearPattern' });

/**
 * Tells whether schemas have a name that every object inherits, such as `toString`.
 *
 * Then members are asked whether they are the object's own. No other name of parsed JSON is inherited, and to ask would
 * take almost half of the check.
 */
function namesInherited({ schemas }: SchemaBundle): boolean {
  const text = JSON.stringify(schemas);
  return INHERITED.some((name) => text.includes(JSON.stringify(name)));
}

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

function codeOf(bundle: SchemaBundle, checks: ReadonlySet<string>): string {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    messages: false,
    ownProperties: namesInherited(bundle),
    formats: { ...formats },
    code: { source: true, formats: _`formats`, regExp },
  });
  ajv.addSchema({ $id: BUNDLE, $defs: bundle.schemas });
  for (const key of checks) ajv.addSchema({ $id: `check${key}`, $ref: `${BUNDLE}#/$defs/${key}` });
  const exported = Object.fromEntries([...checks].map((key) => [`check${key}`, `check${key}`]));
  return standalone.default(ajv, exported);
}
