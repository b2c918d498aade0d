import type { VersionedName } from '../../foundation/text/version.ts';
import { shapeOf } from '../../openapi/path-template.ts';
import type { ApiBreak } from './api-break.ts';
import { securityTypeOf } from './security/types.ts';
import {
  alternativesFor,
  alternativesInWords,
  type SecurityAlternative,
  type SecurityPart,
  type WholeSecurity,
} from './security.ts';

type SecuredVersion = WholeSecurity & VersionedName;

/**
 * Lists the operations with a security of their own that ask for more than before.
 *
 * It is their own in either version. A change of what the whole API asks for is told by itself. The names of parameters in
 * paths do not matter.
 */
export function securityBreaks(before: SecuredVersion, after: SecuredVersion): ApiBreak[] {
  const [was, is] = [namesByShape(before), namesByShape(after)];
  return [...new Map([...was, ...is])].flatMap(([shape, operation]) => {
    const [old, now] = [alternativesFor(before, was.get(shape)), alternativesFor(after, is.get(shape))];
    if (!asksForMore(old, now)) return [];
    const [wasAsked, isAsked] = [old, now].map((each) => alternativesInWords(each));
    const message =
      wasAsked === isAsked
        ? `it asks for ${isAsked}, and the condition is another one now`
        : `it asks for ${isAsked} now, asked for ${wasAsked}`;
    return [{ operation, message }];
  });
}

const namesByShape = ({ operationSecurity = [] }: WholeSecurity) =>
  new Map(operationSecurity.map(({ operation }) => [shapeOf(operation), operation]));

/** Tells whether a call that met one of the alternatives before may meet none now. */
export function asksForMore(
  before: readonly SecurityAlternative[],
  after: readonly SecurityAlternative[],
): boolean {
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
  return securityTypeOf(shown).inWords(shown, []) === securityTypeOf(asked).inWords(asked, []);
}
