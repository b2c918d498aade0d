import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { messages } from '../../../src/control-plane/console/pages/messages.ts';

const SCHEMA = new URL('../../../src/control-plane/management/schema.graphql', import.meta.url);
const schema = buildSchema(readFileSync(SCHEMA, 'utf8'));

/** Enums of the management API whose values pages show by `text.label`. */
const shown = [
  'ApplicationState',
  'EventType',
  'GraphQLSchemaTypeKind',
  'GraphQLServerState',
  'GrantType',
  'KeyKind',
  'LifecycleWarningCode',
  'LocalUserState',
  'OnlineState',
  'ProductState',
  'Role',
  'SubscriptionMoveKind',
  'SubscriptionState',
  'UserState',
  'WebhookDeliveryState',
];

/** Values that read the same in German: technical terms, and the names of OAuth's grants. */
const same = [
  'ACCESS_CODE',
  'ADMINISTRATOR',
  'APPLICATION',
  'ENUM',
  'INTERFACE',
  'OFFLINE',
  'ONLINE',
  'RESOURCE_OWNER_PASSWORD',
  'SCALAR',
  'UNION',
];

describe('the label of an enum’s value', () => {
  it.each(shown)('is in German too: %s', (name) => {
    const type = schema.getType(name);
    const values = isEnumType(type) ? type.getValues().map((value) => value.name) : [];
    expect(values).not.toEqual([]);
    const { en, de } = messages;
    expect(values.filter((value) => de.label(value) === en.label(value) && !same.includes(value))).toEqual(
      [],
    );
  });
});
