import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const runbook = readFileSync('docs/operate/runbook.md', 'utf8');
const headings = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
  title.toLowerCase().replaceAll(' ', '-'),
);

it('says of every alert what it means, and of none that is not there', () => {
  const rules = readFileSync('deploy/prometheus/alerts.yaml', 'utf8');
  const linked = [...rules.matchAll(/runbook_url: docs\/operate\/runbook\.md#(\S+)/g)].map(
    ([, anchor]) => anchor,
  );
  expect(linked.length).toBeGreaterThan(0);
  expect(headings.filter((heading) => heading.startsWith('gatehouse')).sort()).toEqual(linked.sort());
});

it('names for each row of what is lost the tests that show it', () => {
  const [, table = ''] = runbook.split('## What is lost in a failure');
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what'));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const tests = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, test = '']) => test);
    expect(tests.length, row).toBeGreaterThan(0);
    expect(tests.filter((test) => !existsSync(test))).toEqual([]);
  }
});
