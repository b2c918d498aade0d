import { type ChangePhrase, phrase, phrased, said } from '../../foundation/text/change-phrase.ts';
import type { VersionedName } from '../../foundation/text/version.ts';
import { shapeOf } from '../../openapi/path-template.ts';
import type { PhrasedBreak } from './api-break.ts';
import {
  alternativesFor,
  type SecurityAlternative,
  type SecurityPart,
  securityAlternativesOf,
  type WholeSecurity,
} from './security.ts';
import { alternativesPhrase } from './security-words.ts';

type SecuredVersion = WholeSecurity & VersionedName;

/**
 * Lists the operations with a security of their own that ask for more than before.
 *
 * It is their own in either version. A change of what the whole API asks for is told by itself. The names of parameters in
 * paths do not matter.
 */
export function securityBreaks(before: SecuredVersion, after: SecuredVersion): PhrasedBreak[] {
  const [was, is] = [namesByShape(before), namesByShape(after)];
  return [...new Map([...was, ...is])].flatMap(([shape, operation]) => {
    const [old, now] = [alternativesFor(before, was.get(shape)), alternativesFor(after, is.get(shape))];
    return asksForMore(old, now) ? [{ operation, ...said(changeInWords(old, now)) }] : [];
  });
}

/** The change of what a whole API asks for, and whether it asks for more. Undefined where there is none. */
export function wholeSecurityChange(before: SecuredVersion, after: SecuredVersion) {
  const [old, now] = [securityAlternativesOf(before), securityAlternativesOf(after)];
  const breaks = asksForMore(old, now);
  if (!breaks && inWords(old) === inWords(now)) return undefined;
  return { breaks, ...said(changeInWords(old, now)) };
}

function changeInWords(
  before: readonly SecurityAlternative[],
  after: readonly SecurityAlternative[],
): ChangePhrase {
  const [was, is] = [alternativesPhrase(before), alternativesPhrase(after)];
  return phrased(was) === phrased(is) ? phrase('SECURITY_CONDITION', is) : phrase('SECURITY', is, was);
}

const inWords = (alternatives: readonly SecurityAlternative[]) => phrased(alternativesPhrase(alternatives));

const namesByShape = ({ operationSecurity = [] }: WholeSecurity) =>
  new Map(operationSecurity.map(({ operation }) => [shapeOf(operation), operation]));

/** Tells whether a call that met one of the alternatives before may meet none now. */
function asksForMore(before: readonly SecurityAlternative[], after: readonly SecurityAlternative[]): boolean {
  if (after.length === 0) return false;
  return before.length === 0 || before.some((shown) => !after.some((asked) => asksNoMore(shown, asked)));
}

/** Another condition than before may refuse a call that met the one before. */
const asksNoMore = (shown: SecurityAlternative, asked: SecurityAlternative): boolean =>
  (asked.condition === undefined || asked.condition === shown.condition) &&
  asked.parts.every((part) => meets(shown, part));

const meets = (shown: SecurityAlternative, asked: SecurityPart): boolean =>
  shown.parts.some(
    (part) => isSame(part, asked) && asked.scopes.every((scope) => part.scopes.includes(scope)),
  );

/** Tells whether credentials for one definition meet another, but for scopes. Any flow includes each. */
function isSame({ definition: shown }: SecurityPart, { definition: asked }: SecurityPart): boolean {
  if (shown.type === 'OAUTH2' && asked.type === 'OAUTH2' && asked.flow === null)
    return shown.oauthProvider === asked.oauthProvider;
  return (
    inWords([{ parts: [{ definition: shown, scopes: [] }] }]) ===
    inWords([{ parts: [{ definition: asked, scopes: [] }] }])
  );
}
