import { buildSchema, findBreakingChanges } from 'graphql';
import { expect, it } from 'vitest';
import { brokenFieldsOf } from '../../../src/graphql/breaks/broken-fields.ts';

const sdl = `
  directive @shown(to: State) repeatable on FIELD | QUERY
  interface Node { id: ID! }
  type Query { customer(id: ID, state: State): Customer found(by: Search): Found node: Node at: Float }
  type Customer implements Node { id: ID! email: String place: Place }
  type Place implements Node { id: ID! city: String }
  union Found = Customer | Place
  enum State { OPEN CLOSED }
  input Search { text: String at: Near }
  input Near { state: State }
`;

/** The fields of each break: those for sure, then those perhaps. */
function broken(...changes: readonly (readonly [from: string, to: string])[]) {
  const after = changes.reduce((text, [from, to]) => text.replace(from, to), sdl);
  expect(after).not.toBe(sdl);
  const [was, is] = [buildSchema(sdl), buildSchema(after)];
  return Object.fromEntries(
    findBreakingChanges(was, is).map((change) => {
      const { certain, possible } = brokenFieldsOf({ was, is }, change);
      return [change.type, [certain.join(' '), possible.join(' ')]];
    }),
  );
}

it.each([
  ['FIELD_REMOVED', [['email: String', '']], 'Customer.email', ''],
  ['FIELD_REMOVED', [['text: String at', 'at']], 'Search.text', '$=Search $Search'],
  ['FIELD_CHANGED_KIND', [['city: String', 'city: Int']], 'Place.city', ''],
  ['FIELD_CHANGED_KIND', [['state: State }', 'state: State! }']], '', '$=Near $=Search $Near $Search Near'],
  ['ARG_REMOVED', [['(id: ID, state', '(state']], 'Query.customer(id:)', ''],
  ['ARG_CHANGED_KIND', [['(id: ID,', '(id: Int,']], '', 'Query.customer(id:)'],
  ['ARG_CHANGED_KIND', [['(id: ID,', '(id: ID!,']], '', 'Query.customer'],
  ['REQUIRED_ARG_ADDED', [['(by: Search', '(org: ID!, by: Search']], 'Query.found', ''],
  [
    'REQUIRED_INPUT_FIELD_ADDED',
    [['input Near {', 'input Near { km: Int!']],
    'Near',
    '$=Near $=Search $Near $Search',
  ],
  ['VALUE_REMOVED_FROM_ENUM', [['OPEN CLOSED', 'OPEN']], 'State.CLOSED', '$Near $Search $State'],
  [
    'TYPE_REMOVED_FROM_UNION',
    [['Customer | Place', 'Customer']],
    'Found/Place Place/Found',
    'Found/Node Node/Found',
  ],
  [
    'IMPLEMENTED_INTERFACE_REMOVED',
    [['Place implements Node', 'Place']],
    'Node/Place Place/Node',
    'Found/Node Node/Found',
  ],
  [
    'TYPE_REMOVED',
    [
      ['input Near { state: State }', ''],
      [' at: Near', ''],
    ],
    '$=Near $Near Near Near.state',
    '',
  ],
  ['TYPE_REMOVED', [['at: Float', 'at: Int']], '$Float', ''],
  [
    'TYPE_CHANGED_KIND',
    [['enum State { OPEN CLOSED }', 'scalar State']],
    '',
    '$=State $State @shown(to:) Near.state Query.customer(state:) State.CLOSED State.OPEN',
  ],
  ['DIRECTIVE_REMOVED', [['directive @shown(to: State) repeatable on FIELD | QUERY', '']], '@shown', ''],
  ['DIRECTIVE_ARG_REMOVED', [['@shown(to: State)', '@shown']], '@shown(to:)', ''],
  ['REQUIRED_DIRECTIVE_ARG_ADDED', [['@shown(to: State)', '@shown(to: State, by: ID!)']], '@shown', ''],
  ['DIRECTIVE_REPEATABLE_REMOVED', [[' repeatable', '']], '', '@shown'],
  ['DIRECTIVE_LOCATION_REMOVED', [[' | QUERY', '']], '', '@shown'],
] as const)('%s: callers that break', (type, changes, ...fields) => {
  expect(broken(...changes)[type]).toEqual(fields);
});

it('breaks whoever selects a type that becomes a leaf, and all that holds it', () => {
  const { TYPE_CHANGED_KIND: fields } = broken(
    ['type Place implements Node { id: ID! city: String }', 'scalar Place'],
    ['Customer | Place', 'Customer'],
  );
  expect(fields).toEqual([
    '$Place Customer.place Found/Place Node/Place Place.city Place.id Place/Found Place/Node',
    '',
  ]);
});
