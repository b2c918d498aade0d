import { describe, expect, it } from 'vitest';
import { formatsOf } from '../../../src/ui/kit/formats.ts';

const [en, de] = [formatsOf('en'), formatsOf('de')];
const now = new Date('2027-01-01T10:00:00Z');

describe('formats', () => {
  it('are made once for each language', () => {
    expect(formatsOf('de')).toBe(de);
  });

  it.each([
    [7.2, '7 seconds', '7 Sekunden'],
    [60, '60 seconds', '60 Sekunden'],
    [120, '2 minutes', '2 Minuten'],
    [5400, '90 minutes', '90 Minuten'],
    [7200, '2 hours', '2 Stunden'],
  ])('%d seconds last %s, more than one of the unit', (seconds, english, german) => {
    expect([en.duration(seconds), de.duration(seconds)]).toEqual([english, german]);
  });

  it.each([
    ['2027-01-01T10:41:00Z', 'in 41 minutes', 'in 41 Minuten'],
    ['2027-01-01T09:00:00Z', '1 hour ago', 'vor 1 Stunde'],
    ['2027-03-01T10:00:00Z', 'in 59 days', 'in 59 Tagen'],
    ['2027-01-01T10:00:00Z', 'now', 'jetzt'],
  ])('%s is %s', (instant, english, german) => {
    expect([en.relative(instant, now), de.relative(instant, now)]).toEqual([english, german]);
  });

  it.each([
    ['0.05', '0,05'],
    ['1250', '1250'],
    ['49.00', '49,00'],
    ['0.0000000001', '0,0000000001'],
  ])('%s is a decimal that fields of a German page have as %s', (english, german) => {
    expect([en.decimal(english), de.decimal(english)]).toEqual([english, german]);
    expect([en.readDecimal(english), de.readDecimal(german)]).toEqual([english, english]);
  });

  it.each([
    '',
    '.',
    ',',
    '0,05.1',
    '1.000,50',
    '1,000.50',
    '1,000,000',
    '1.000.000',
    ' 1',
    '1 000',
    '-1',
    '1e3',
    '.5',
    '5,',
    '٣',
  ])('%j is no decimal in any language', (text) =>
    expect([en.readDecimal(text), de.readDecimal(text)]).toEqual([undefined, undefined]),
  );

  it('leave a decimal that another language reads otherwise to nobody', () => {
    expect([en.readDecimal('1,000'), de.readDecimal('1.000')]).toEqual([undefined, undefined]);
    expect([en.readDecimal('0,05'), de.readDecimal('0.05')]).toEqual([undefined, undefined]);
  });

  it('write instants in UTC, and say so', () => {
    expect(en.dateTime('2027-01-01T23:30:00Z')).toBe('1 Jan 2027, 23:30 UTC');
    expect(de.dateTime('2027-01-01T23:30:00Z')).toBe('1. Jan. 2027, 23:30 UTC');
  });
});
