import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { germanLabels } from '../../../src/control-plane/console/pages/parts/enum-texts.ts';

const SCHEMA = new URL('../../../src/control-plane/management/schema.graphql', import.meta.url);

describe('a label of an enum’s value', () => {
  it('is of a value that the management API has', () => {
    const types = Object.values(buildSchema(readFileSync(SCHEMA, 'utf8')).getTypeMap());
    const values = types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name));
    expect(Object.keys(germanLabels).filter((value) => !values.includes(value))).toEqual([]);
  });
});
