// Several documents in one GraphQL server: docs/reference/openapi-to-graphql.md.
import { describe, expect, it } from 'vitest';
import { answering, documentOf } from '../../../support/built-server.ts';
import { converted } from '../../../support/converted.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: object) => ({ type: 'object', properties });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A document whose queries answer with each of the schemas. */
function answers(schemas: object) {
  const gets = Object.keys(schemas).map((name) => [
    `/${name}`,
    { get: { operationId: `get${name}`, ...answering(ref(name)) } },
  ]);
  return documentOf(Object.fromEntries(gets), schemas);
}

describe('types of one name that are not alike', () => {
  it('get a name each, though what they would be called is taken', () => {
    const first = answers({ Foo: object({ x: whole }), Foo_2: object({ x: whole }) });
    const second = answers({
      Foo: object({ x: text }),
      Foo_2: object({ x: { type: 'boolean' }, y: text }),
      B_Foo: object({ z: text }),
    });
    const { sdl, faults, report } = converted(first, second);
    expect(faults).toEqual([]);
    expect(report.notes.filter((note) => note.includes('type'))).toEqual([
      'b: the type Foo is another than that of an earlier source, and is called B_Foo_2.',
      'b: the type Foo_2 is another than that of an earlier source, and is called B_Foo_2_2.',
    ]);
    for (const type of [
      'Foo {\n  x: Int\n}',
      'Foo_2 {\n  x: Int\n}',
      'B_Foo {\n  z: String\n}',
      'B_Foo_2 {\n  x: String\n}',
      'B_Foo_2_2 {\n  x: Boolean\n  y: String\n}',
    ])
      expect(sdl).toContain(`type ${type}`);
  });

  it('take those that refer to them with them, however long the way is, in time with its length', () => {
    const [WAYS, LENGTH] = [5, 1_000];
    const ways = (last: object) => {
      const types = Array.from({ length: WAYS * LENGTH }, (_, index) => {
        const isLast = (index + 1) % LENGTH === 0;
        return [`T${index}`, object({ next: isLast ? last : ref(`T${index + 1}`) })];
      });
      const gets = Array.from({ length: WAYS }, (_, way) => [
        `/${way}`,
        { get: { operationId: `get${way}`, ...answering(ref(`T${way * LENGTH}`)) } },
      ]);
      return documentOf(Object.fromEntries(gets), Object.fromEntries(types));
    };
    const { sdl, faults } = converted(ways(text), ways(whole));
    expect(faults).toEqual([]);
    expect(sdl).toContain('type B_T0 {\n  next: B_T1\n}');
    expect(sdl).toContain(`type B_T${WAYS * LENGTH - 1} {\n  next: Int\n}`);
  });
});
