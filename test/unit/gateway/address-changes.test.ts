import { expect, it } from 'vitest';
import { AddressChanges } from '../../../src/data-plane/gateway/forward/address-changes.ts';

it('tells what may have changed since, also of addresses that are forgotten', () => {
  const changes = new AddressChanges();
  const before = changes.last;
  changes.note('/a');
  const after = changes.last;
  expect([changes.isChanged('/a', before), changes.isChanged('/b', before)]).toEqual([true, false]);
  expect(changes.isChanged('/a', after)).toBe(false);
  for (let at = 0; at < 1_000; at += 1) changes.note(`/many/${at}`);
  expect(changes.isChanged('/a', before), 'its own change is forgotten').toBe(true);
  expect(changes.isChanged('/b', before), 'it may have been this one').toBe(true);
  expect(changes.isChanged('/b', changes.last)).toBe(false);
});

it('remembers no more of long addresses than of many', () => {
  const changes = new AddressChanges();
  for (let at = 0; at < 100; at += 1) changes.note(`/${at}/${'x'.repeat(8_000)}`);
  expect(changes.isChanged('/another', 0), 'some are forgotten').toBe(true);
  expect(changes.isChanged('/another', changes.last)).toBe(false);
});
