import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = 'prisma/triggers';
const triggers = readdirSync(FOLDER).map(
  (name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')] as const,
);
const byLoops = triggers.filter(([, sql]) => sql.includes('enable_hashjoin = off'));

describe('a trigger whose joins are all loops', () => {
  it('is one of these, which change many rows at once', () => {
    expect(byLoops.map(([name]) => name)).toEqual(['keepPriceChange.sql', 'tellSubscription.sql']);
  });

  it.each(byLoops)(
    '%s joins no rows before a change with those after it: each would be compared with each',
    (_, sql) => {
      expect(sql).not.toMatch(/JOIN\s+(?:old_rows|new_rows)/);
    },
  );
});
