import { describe, expect, it } from 'vitest';
import { LineChart } from '../../../src/ui/components/line-chart.tsx';
import { Sparkline } from '../../../src/ui/components/sparkline.tsx';

/** The paths of a picture whose class has this name. */
const pathsOf = (html: string, name: string) =>
  [...html.matchAll(/<path class="(.*?)" d="(.*?)"/g)]
    .filter(([, classes = '']) => classes.split(' ').includes(name))
    .map(([, , path]) => path);

describe('a course in time', () => {
  const sparkline = (values: readonly (number | null)[]) => String(Sparkline({ label: 'Latency', values }));

  it('breaks off where nothing is known, and draws no fall to nothing there', () => {
    const html = sparkline([2, 2, null, 4, 4]);
    expect(pathsOf(html, 'sparkline-line')).toEqual(['M0 16L25 16', 'M75 2L100 2']);
  });

  it('has the colour of failures once there is one', () => {
    const tone = (values: readonly number[]) =>
      /sparkline-(\w+)"/.exec(String(Sparkline({ label: 'Errors', values, tone: 'bad' })))?.[1];
    expect([tone([0, 0]), tone([0, 1])]).toEqual(['none', 'bad']);
  });

  it('shows a value that stands alone as a dot within its picture', () => {
    const html = sparkline([null, null, 7]);
    expect(pathsOf(html, 'sparkline-point')).toEqual(['M96 4h0']);
    expect(pathsOf(html, 'sparkline-area')).toEqual([]);
  });
});

describe('a chart of lines', () => {
  it('shows a value that stands alone as a dot, and no dot on a line', () => {
    const chart = (values: readonly (number | null)[]) =>
      String(
        LineChart({
          summary: 'Durations',
          times: values.map((_, at) => ({ name: `${at}:00` })),
          lines: [{ name: 'p50', values }],
          text: { when: 'From', table: 'As a table', number: String, axisNumber: String },
        }),
      );
    expect(pathsOf(chart([null, 10, null, null]), 'line-point')[0]).toMatch(/^M37\.5 \S+h0$/);
    expect(pathsOf(chart([10, 10, null, null]), 'line-point')).toEqual(['']);
  });
});
