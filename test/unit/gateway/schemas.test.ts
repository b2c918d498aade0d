import { describe, expect, it } from 'vitest';
import { DocumentRefusal } from '../../../src/data-plane/gateway/graphql/document-refusal.ts';
import type { ServedSchema } from '../../../src/data-plane/gateway/graphql/served-schema.ts';
import { Schemas } from '../../../src/data-plane/gateway/graphql/served-schemas.ts';
import { validatedDocument } from '../../../src/data-plane/gateway/graphql/validated-documents.ts';
import { atOnce } from '../../../src/foundation/event-loop-turns.ts';
import { api } from '../../support/snapshot.ts';

/** A schema of so many megabytes, of types with ten fields. */
function sdlOf(megabytes: number, name = 'T'): string {
  const types: string[] = [];
  for (let length = 0; length < megabytes * 1_000_000; ) {
    const at = types.length;
    const fields = Array.from(
      { length: 10 },
      (_, field) => `f${field}(a: Int): ${name}${(at + field) % (at + 1)}`,
    );
    length += types[types.push(`type ${name}${at} { ${fields.join(' ')} }`) - 1]?.length ?? 0;
  }
  return `type Query { first: ${name}0 secret: ${name}1 }\n${types.join('\n')}`;
}

const published = (sdl: string) => api({ kind: 'GRAPHQL', sdl });
const viewer = (orgId: string, hidden: readonly string[] = []) => ({ orgId, hidden });

describe('the schemas of a gateway', () => {
  it('are built once for all who ask meanwhile, and known from then on', async () => {
    const schemas = new Schemas();
    const one = published(sdlOf(0.01));
    const first = schemas.of(one, viewer('a'));
    expect(first).toBeInstanceOf(Promise);
    const [built, again] = await Promise.all([first, schemas.of(one, viewer('a'))]);
    expect([again, schemas.of(one, viewer('a'))]).toEqual([built, built]);
    // Another snapshot of the same API.
    expect(schemas.of(published(one.sdl ?? ''), viewer('a'))).toBe(built);
  });

  it('show of a large one what a plan shows, as of a small one', async () => {
    for (const size of [0.01, 0.07]) {
      const built = await new Schemas().of(published(sdlOf(size)), viewer('a', ['Query.secret', 'T0.f3']));
      expect(built.visible.getQueryType()?.getFields()).not.toHaveProperty('secret');
      expect(built.whole.getQueryType()?.getFields()).toHaveProperty('secret');
      expect(built.sdl).not.toContain('secret');
    }
  });

  it('answer an introspection alike, a large one by a child process, and refuse variables that do not fit', async () => {
    const work = { check: () => {}, spend: () => {} };
    const text =
      'query Ask($all: Boolean!) { __type(name: "T0") { fields(includeDeprecated: $all) { name } } }';
    for (const [size, isLarge] of [
      [0.01, false],
      [0.07, true],
    ] as const) {
      const schema = await new Schemas().of(published(sdlOf(size)), viewer('a', ['T0.f3']));
      const verdict = atOnce(validatedDocument(schema, text, work));
      if (verdict instanceof DocumentRefusal) throw verdict;
      const introspect = verdict.get('Ask')?.introspect;
      const answer = introspect?.({ all: true });
      expect(answer instanceof Promise).toBe(isLarge);
      const { data } = JSON.parse((await answer) ?? '') as {
        data: { __type: { fields: { name: string }[] } };
      };
      expect(data.__type.fields.map(({ name }) => name)).toEqual([
        'f0',
        'f1',
        'f2',
        'f4',
        'f5',
        'f6',
        'f7',
        'f8',
        'f9',
      ]);
      await expect((async () => introspect?.({}))()).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        status: 400,
        message: 'Variable "$all" of required type "Boolean!" was not provided.',
      });
    }
  });

  it('of an org that asks for many displace none of another', async () => {
    const schemas = new Schemas({ bytesMax: 4_000_000, bytesMaxOfOrg: 2_000_000 });
    const small = published(sdlOf(0.01));
    const kept = await schemas.of(small, viewer('a'));
    const large = ['A', 'B', 'C', 'D'].map((name) => published(sdlOf(0.02, name)));
    for (const each of large) await schemas.of(each, viewer('b'));
    const isKnown = (of: ServedSchema | Promise<ServedSchema>) => !(of instanceof Promise);
    expect(schemas.of(small, viewer('a'))).toBe(kept);
    expect(large.map((each) => isKnown(schemas.of(each, viewer('b'))))).toEqual([false, true, true, true]);
  });

  it('are refused where too many of an org wait to be built; another org is built in turn', async () => {
    const schemas = new Schemas();
    const many = Array.from({ length: 22 }, (_, at) =>
      schemas.of(published(sdlOf(0.01, `T${at}x`)), viewer('b')),
    );
    const other = schemas.of(published(sdlOf(0.01)), viewer('a'));
    const outcomes = await Promise.allSettled(many);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
    expect(outcomes[21]).toMatchObject({
      reason: {
        code: 'TEMPORARILY_UNAVAILABLE',
        status: 503,
        message: 'Too many schemas are read at this moment: try again.',
        headers: { 'Retry-After': '2' },
      },
    });
    expect((await other).orgId).toBe('a');
  });
});
