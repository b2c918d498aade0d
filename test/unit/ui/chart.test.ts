import { describe, expect, it } from 'vitest';
import { type Bar, Chart } from '../../../src/ui/components/chart.tsx';

const text = {
  series: {
    answered: 'Answered',
    clientErrors: 'Client errors',
    limited: 'Limited',
    refused: 'Refused',
    serverErrors: 'Server errors',
  },
  when: 'From',
  total: 'In all',
  table: 'As a table',
  number: String,
  axisNumber: (value: number) => `${value}.`,
};
const none = { answered: 0, clientErrors: 0, limited: 0, refused: 0, serverErrors: 0 };
const bars: Bar[] = [
  { ...none, name: '13:00', label: '13' },
  { ...none, name: '14:00', answered: 12, limited: 3 },
];
const html = String(Chart({ id: 'calls', summary: '15 calls in 2 hours', bars, text }));
const [picture = '', behind = ''] = html.split('<details>');

describe('a chart', () => {
  it('is one image with a summary, and says of each bar what it is', () => {
    expect(picture).toContain('role="img" aria-label="15 calls in 2 hours"');
    expect(picture).toContain('<title>13:00: 0</title>');
    expect(picture).toContain('<title>14:00: Answered 12, Limited 3</title>');
  });

  it('draws what was counted, each series in a texture of its own, and nothing else', () => {
    const plot = picture.slice(picture.indexOf('</defs>'), picture.indexOf('class="legend"'));
    const fills = [...plot.matchAll(/fill="url\(#(.*?)\)"/g)].map(([, fill]) => fill);
    expect(fills).toEqual(['calls-answered', 'calls-limited']);
    const patterns = [...picture.matchAll(/<pattern id="(.*?)".*?d="(.*?)"/g)];
    expect(patterns.map(([, id]) => id)).toEqual(expect.arrayContaining(fills));
    expect(new Set(patterns.map(([, , path]) => path)).size).toBe(5);
  });

  it('has its axis to the next round number, and few labels', () => {
    const texts = [...picture.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, label]) => label);
    expect(texts).toEqual(['0.', '5.', '10.', '15.', '20.', '13']);
  });

  it('has the same numbers in a table, row by row', () => {
    const rows = [...behind.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell),
    );
    expect(rows).toEqual([
      ['From', 'Answered', 'Client errors', 'Limited', 'Refused', 'Server errors', 'In all'],
      ['13:00', '0', '0', '0', '0', '0', '0'],
      ['14:00', '12', '0', '3', '0', '0', '15'],
    ]);
  });

  it('has no style of its own in the text: the policy of the pages forbids it', () => {
    expect(html).not.toMatch(/style=|<style/);
  });
});
