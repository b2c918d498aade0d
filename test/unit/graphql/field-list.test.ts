import { expect, it } from 'vitest';
import { fieldsOfSdl } from '../../../src/graphql/schema/field-list.ts';

it('lists the fields and arguments of a schema, each with the same of its interfaces', () => {
  const sdl = `interface Node { id(in: Int): ID }
    type Query implements Node { id(in: Int): ID a: Int }
    input In { b: Int } enum E { C } union U = Query`;
  expect(fieldsOfSdl(sdl)).toEqual([
    { coordinate: 'Node.id', inherited: [] },
    { coordinate: 'Node.id(in:)', inherited: [] },
    { coordinate: 'Query.a', inherited: ['Node.a'] },
    { coordinate: 'Query.id', inherited: ['Node.id'] },
    { coordinate: 'Query.id(in:)', inherited: ['Node.id(in:)'] },
  ]);
});
