import { expect, it } from 'vitest';
import { didYouMean } from '../../../src/foundation/text/did-you-mean.ts';

const known = ['getCustomers', 'getCustomerById', 'id', 'setAddress'];

it.each([
  ['getCustomer', ' Did you mean "getCustomers"?'],
  ['getcustomerbyid', ' Did you mean "getCustomerById"?'],
  ['setAdress', ' Did you mean "setAddress"?'],
  ['ID', ' Did you mean "id"?'],
  ['deleteEverything', ''],
  ['', ''],
  ['x'.repeat(10_000), ''],
])('%.20s is answered with what was meant, where something is near', (name, sentence) => {
  expect(didYouMean(name, known)).toBe(sentence);
});
