import { type ChangePhrase, phrase, phrased } from '../../foundation/text/change-phrase.ts';
import type { VersionedName } from '../../foundation/text/version.ts';
import { securityTypeOf } from './security/types.ts';
import {
  type Security,
  type SecurityAlternative,
  type SecurityPart,
  securityAlternativesOf,
} from './security.ts';

/**
 * Describes what a call must prove. The text does not depend on the names of definitions or the order of alternatives.
 */
export function securityInWords(api: Security & VersionedName): string {
  const asked = alternativesPhrase(securityAlternativesOf(api), (part, condition) =>
    phrase('SECURITY_WHERE', part, condition),
  );
  return phrased(asked);
}

type UnderCondition = (asked: ChangePhrase, condition: string) => ChangePhrase;

/**
 * Describes what a call must prove to meet any one of the alternatives.
 *
 * A condition is the provider's own text, which consumers are not told.
 */
export function alternativesPhrase(
  alternatives: readonly SecurityAlternative[],
  underCondition: UnderCondition = (asked) => phrase('SECURITY_CONDITIONAL', asked),
): ChangePhrase {
  if (alternatives.length === 0) return phrase('SECURITY_NOTHING');
  return joined(
    'SECURITY_OR',
    alternatives.map((each) => alternativePhrase(each, underCondition)),
  );
}

/** Describes what an alternative asks for, all of it. */
function alternativePhrase(
  { parts, condition }: SecurityAlternative,
  underCondition: UnderCondition,
): ChangePhrase {
  const asked = joined('SECURITY_AND', parts.map(partPhrase));
  return condition === undefined ? asked : underCondition(asked, condition);
}

const partPhrase = ({ definition, scopes }: SecurityPart): ChangePhrase =>
  securityTypeOf(definition).inWords(definition, scopes);

/** Joins phrases, at least one, in an order that does not depend on theirs. */
const joined = (code: 'SECURITY_OR' | 'SECURITY_AND', phrases: readonly ChangePhrase[]): ChangePhrase =>
  phrases
    .map((each) => ({ each, text: phrased(each) }))
    .sort((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ each }) => each)
    .reduceRight((rest, each) => phrase(code, each, rest));
