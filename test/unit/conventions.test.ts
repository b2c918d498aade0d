import { describe, expect, it } from 'vitest';
import { conventionFaults } from '../../bin/conventions/conventions.ts';

const faults = (text: string, file = 'src/file.ts') => conventionFaults(file, text);
const OPENER = ': begin with the noun, or with a verb in the third person';
const SPREAD = 'spreads a literal into a literal: write its members there';
const fifteen = 'The one two three four five six seven eight nine ten eleven twelve thirteen fourteen';

describe('the first sentence of a docstring', () => {
  it.each(['What', 'Who', 'Whose', 'How', 'Where', 'Which', 'Of', 'Whether', 'Those'])(
    'does not begin with %s',
    (opener) => {
      expect(faults(`/** ${opener} is kept. */\nconst kept = 1;`)).toEqual([
        `1: the docstring begins with "${opener}"${OPENER}`,
      ]);
    },
  );

  it('has at most 15 words, and the sentences after it as many as they need', () => {
    expect(faults(`/** ${fifteen}. ${fifteen} fifteen. */\nconst kept = 1;`)).toEqual([]);
    expect(faults(`/** ${fifteen} fifteen. */\nconst kept = 1;`)).toEqual([
      '1: the docstring has 16 words in its first sentence: say it in 15, then why',
    ]);
  });

  it('goes on over lines, up to an empty one or a tag', () => {
    expect(faults(`/**\n * ${fifteen}\n * fifteen.\n */\nconst kept = 1;`)).toHaveLength(1);
    expect(faults(`/**\n * ${fifteen}\n *\n * and more.\n */\nconst kept = 1;`)).toEqual([]);
    expect(faults(`/** ${fifteen} @throws NOT_FOUND when there is none */\nconst kept = 1;`)).toEqual([]);
  });

  it('counts a piece of code or a link as one word, and a dash as none', () => {
    expect(faults(`/** ${fifteen.replace('one', '`a b c`')}. */\nconst kept = 1;`)).toEqual([]);
    expect(
      faults(`/** ${fifteen.replace('one', '{@link Kept the kept one}')} – */\nconst kept = 1;`),
    ).toEqual([]);
  });

  it('is read of members of classes and types as well', () => {
    expect(faults('class Store {\n  /** Where it is. */\n  path = 1;\n}')).toEqual([
      `2: the docstring begins with "Where"${OPENER}`,
    ]);
    expect(faults('type Store = {\n  /** Of calls. */\n  calls: 1;\n};')).toEqual([
      `2: the docstring begins with "Of"${OPENER}`,
    ]);
  });

  it('may begin as it likes in a file of tests, but not in what tests share', () => {
    expect(faults('/** What is kept. */\nconst kept = 1;', 'test/unit/kept.test.ts')).toEqual([]);
    expect(faults('/** What is kept. */\nconst kept = 1;', 'test/support/kept.ts')).toHaveLength(1);
  });
});

describe('a literal', () => {
  it.each(['({ a, ...{ b, c } })', '[a, ...[b, c]]', 'call(...[b, c])', '({ ...({ b } as const) })'])(
    'is not spread into a literal or into arguments: %s',
    (text) => {
      expect(faults(text)).toEqual([`1: ${SPREAD}`]);
    },
  );

  it('is not spread into the attributes of an element', () => {
    expect(faults("<a {...{ href: '/' }} />", 'src/file.tsx')).toEqual([`1: ${SPREAD}`]);
  });

  it.each(['({ a, ...b })', '({ a, ...(b && { c }) })', '[a, ...(b ? [c] : [])]', 'call(...b)'])(
    'may be what a condition spreads: %s',
    (text) => {
      expect(faults(text)).toEqual([]);
    },
  );
});

describe('a function', () => {
  const lines = (count: number) => 'act();\n'.repeat(count);
  const LONG = 'the function has more than 60 lines: make smaller ones of it';

  it('has at most 60 lines', () => {
    expect(faults(`function short() {\n${lines(58)}}`)).toEqual([]);
    expect(faults(`function long() {\n${lines(59)}}`)).toEqual([`1: ${LONG}`]);
    expect(faults(`class Store {\n  write() {\n${lines(59)}}\n}`)).toEqual([`2: ${LONG}`]);
    expect(faults(`const long = () => {\n${lines(59)}};`)).toEqual([`1: ${LONG}`]);
  });

  it('may be longer where it is nothing but a table, but not within one', () => {
    const rows = 'a: 1,\n'.repeat(70);
    expect(faults(`const table = () => ({\n${rows}});`)).toEqual([]);
    expect(faults(`const table = () => ({\n${rows}}) as const;`)).toEqual([]);
    expect(faults(`const table = () => ({\nact() {\n${lines(59)}},\n});`)).toEqual([`2: ${LONG}`]);
  });

  it('of a test or a benchmark is as long as its story', () => {
    for (const file of ['test/unit/kept.test.ts', 'test/support/kept.ts', 'bench/kept.ts'])
      expect(faults(`function long() {\n${lines(80)}}`, file)).toEqual([]);
  });
});
