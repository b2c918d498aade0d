import type { JsonObject } from '../../foundation/json.ts';
import type { ContractCodeInput } from '../contract/contract-code.ts';
import {
  operationNamed,
  type PlannedAnswer,
  type PlannedBody,
  type PlannedParameter,
  plannedAnswers,
  plannedBody,
  plannedParameters,
} from '../contract/operation-plan.ts';
import { BundleTooLarge, SchemaBundle } from '../contract/schema-bundle.ts';
import type { ShapeSchemas } from './value-shape.ts';

/** The schemas by which the shapes of an operation's requests or answers are read. */
export type ShapePlan = {
  readonly parameters: readonly PlannedParameter[];
  readonly body: PlannedBody | null;
  readonly answers: readonly PlannedAnswer[];
  readonly schemas: ShapeSchemas;
};

/** Characters of schemas that a gateway takes for one operation. */
const SCHEMAS_MAX = 500_000;

/** Plans how the shapes of an operation are read. It is work for a child process, as to compile its checks is. */
export function shapePlan({ document: text, operation, side }: ContractCodeInput): ShapePlan | undefined {
  const document = JSON.parse(text) as JsonObject;
  const found = operationNamed(document, operation);
  if (!found) return undefined;
  const bundle = new SchemaBundle(document, side);
  try {
    const isRequest = side === 'REQUEST';
    const plan = {
      parameters: isRequest ? plannedParameters(found, bundle) : [],
      body: isRequest ? plannedBody(found.operation, bundle) : null,
      answers: isRequest ? [] : plannedAnswers(found.operation, bundle),
      schemas: bundle.schemas,
    };
    return JSON.stringify(bundle.schemas).length > SCHEMAS_MAX ? undefined : plan;
  } catch (error) {
    if (error instanceof BundleTooLarge) return undefined;
    throw error;
  }
}
