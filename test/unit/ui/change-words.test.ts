import { describe, expect, it } from 'vitest';
import { changeMessage } from '../../../src/control-plane/consumer/change-message.ts';
import { type ChangeCode, englishChanges, phrase } from '../../../src/foundation/text/change-phrase.ts';
import { languageTags } from '../../../src/foundation/text/languages.ts';
import { readBreak, schemaBreaks } from '../../../src/graphql/breaks/schema-breaks.ts';
import { translations } from '../../../src/ui/languages/translations.ts';

const codes = Object.keys(englishChanges) as ChangeCode[];
const others = languageTags.filter((tag) => tag !== 'en');
describe('a change of an API', () => {
  it.each(others)('has words in %s, with all that the English ones tell', (language) => {
    for (const code of codes) {
      const values = Array.from({ length: englishChanges[code].length }, (_, at) => `§${at}`);
      const text = translations[language].changes.of[code](...values);
      for (const value of values) expect(text, code).toContain(value);
    }
  });

  it.each([
    ['en', 'address.city in the response 200 does not take "a", "b" or "c" any more'],
    ['de', 'address.city (Antwort 200) nimmt "a", "b" oder "c" nicht mehr an'],
    ['fr', 'address.city (réponse 200) n’accepte plus "a", "b" ou "c"'],
  ] as const)('is one sentence in %s', (language, sentence) => {
    const part = phrase('MEMBER', 'address.city', phrase('RESPONSE', '200'));
    const change = phrase('NOT_TAKEN_ANY_MORE', part, ['"a"', '"b"', '"c"']);
    expect(changeMessage({ phrase: change }, language)).toBe(sentence);
  });

  it.each([
    [
      'de',
      'Aufrufe brauchen jetzt ein Zugriffstoken von native (der Anwendung) mit read, bisher einen Client-Key (Header X-Client-Id)',
    ],
    [
      'fr',
      'désormais demandé aux appels\u00a0: un jeton d’accès de native (de l’application) avec read\u202f; auparavant\u00a0: une clé client (en-tête X-Client-Id)',
    ],
  ] as const)('of what calls must prove is told whole in %s', (language, sentence) => {
    const token = phrase('SECURITY_SCOPES', phrase('SECURITY_TOKEN', 'native', 'application'), 'read');
    const change = phrase('SECURITY', token, phrase('SECURITY_CLIENT_KEY', 'header', 'X-Client-Id'));
    expect(changeMessage({ phrase: change }, language)).toBe(sentence);
  });

  it.each([
    ['Customer.name was removed', 'Customer.name ist entfallen'],
    [
      'as published, the cost rule for Customer.name is not in the schema',
      'Wie veröffentlicht: Die Kostenregel passt nicht mehr: Customer.name is not in the schema',
    ],
    [
      'the registered operation names would not be valid: Cannot query field "name"',
      'Die registrierte Operation names wäre nicht mehr gültig: Cannot query field "name"',
    ],
    ['a sentence of a newer version', 'a sentence of a newer version'],
  ])('is read from %j, as it is stored', (sentence, inGerman) => {
    const read = readBreak(sentence);
    expect(changeMessage(read, 'en')).toBe(sentence);
    expect(changeMessage(read, 'de')).toBe(inGerman);
  });

  it('of a GraphQL schema is understood from the sentence of graphql-js', () => {
    const before = `type Query { a(x: Int, y: Int): Int b: Int } enum E { ONE TWO } interface I { a: Int }
      type T implements I { a: Int } input P { a: Int } union U = T | Query`;
    const after = `type Query { a(x: Int!, z: Int!): String } enum E { ONE } interface I { a: Int }
      type T { a: Int } type P { a: Int } union U = Query`;
    const found = schemaBreaks({ before, after });
    expect(found.filter((each) => each.phrase.code === 'AS_WRITTEN')).toEqual([]);
    for (const each of found) expect(changeMessage(each, 'en')).toBe(each.message);
    expect(found.map((each) => changeMessage(each, 'de'))).toContain('Query.b ist entfallen');
  });
});
