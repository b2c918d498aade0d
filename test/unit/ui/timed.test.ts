import { describe, expect, it } from 'vitest';
import { Timed } from '../../../src/ui/components/time.tsx';
import { formatsOf } from '../../../src/ui/kit/formats.ts';

const AT = '2027-01-01T10:30:00.000Z';
const LATER = '2027-01-02T11:45:00.000Z';

describe.each(['en', 'de', 'fr'] as const)('a text with instants in %s', (language) => {
  const format = formatsOf(language);
  const html = (text: string, at: string | readonly (string | null)[]) => String(Timed({ format, text, at }));
  const time = (at: string, parts: string, text: string) =>
    `<time datetime="${at}" data-local="${parts}">${text}</time>`;

  it('marks each, wherever it stands, and keeps all words', () => {
    const [one, other] = [format.dateTime(AT), format.dateTime(LATER)];
    expect(html(`${other} <b>, then ${one}.`, [AT, LATER])).toBe(
      `${time(LATER, 'full', other)} &lt;b&gt;, then ${time(AT, 'full', one)}.`,
    );
  });

  it('marks an hour that stands alone', () => {
    const hour = `${format.hour(AT)} UTC`;
    expect(html(`in an hour (${hour})`, AT)).toBe(`in an hour (${time(AT, 'hour', hour)})`);
  });

  it('is the text where there is none', () => {
    expect(html('never', [null])).toBe('never');
    expect(html('never', AT)).toBe('never');
  });
});
