import { answerFindings, type SampledAnswer } from '../../openapi/contract/answer-faults.ts';
import { ContractChecks, type ContractFault } from '../../openapi/contract/contract-checks.ts';
import type { ContractCode } from '../../openapi/contract/contract-code.ts';
import { transformJson } from '../json-expression/transform-json.ts';

/** Returns the number of a status. A class has its first, the default one that no other describes. */
export function numberOf(status: string): number | undefined {
  if (/^[2-5]\d\d$/.test(status)) return Number(status);
  if (/^[2-5]XX$/i.test(status)) return Number(status[0]) * 100;
  return status === 'default' ? 418 : undefined;
}

/** Makes an answer of its parts. */
export const answerOf = (status: number, type: string | undefined, text: string): SampledAnswer => ({
  status,
  type,
  coding: 'identity',
  body: Buffer.from(text),
});

/** Finds the faults of answers, in their order. Undefined is none. */
export const faultsOf = (code: ContractCode, answers: readonly SampledAnswer[]) =>
  answerFindings({ code, answers }).map((finding) => (typeof finding === 'object' ? finding : undefined));

/** Finds the faults of bodies of requests, in their order. */
export function bodyFaults(
  code: ContractCode | undefined,
  type: string,
  values: readonly unknown[],
): (ContractFault | undefined)[] {
  const check = code?.body?.content.find(({ range }) => range === type)?.check;
  if (!code || check == null) return values.map(() => undefined);
  const checks = new ContractChecks(code);
  return values.map((value) => {
    checks.begin();
    return checks.faultOf(check, value);
  });
}

/** Takes a body through expressions. */
export async function throughSteps(
  body: unknown,
  expressions: readonly string[],
): Promise<{ readonly text: string } | ContractFault> {
  const made = await transformJson({ text: JSON.stringify(body), expressions });
  return 'text' in made ? made : { pointer: '', keyword: made.code ?? made.fault };
}
