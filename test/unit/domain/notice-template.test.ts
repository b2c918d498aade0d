import { describe, expect, it } from 'vitest';
import { wordedNotice } from '../../../src/control-plane/events/notice-texts.ts';
import {
  noticePlaceholders,
  noticeTemplatesFrom,
  templateKindNames,
} from '../../../src/domain/events/notice-template.ts';
import { noticeOf } from '../../../src/domain/events/notices.ts';
import { Refusal } from '../../../src/foundation/errors.ts';

const template = {
  kind: 'PRODUCT_RETIRED',
  language: 'en',
  subject: 'Goodbye {product}',
  text: 'It is over.',
};

function refusedWith(...templates: Partial<typeof template>[]) {
  try {
    noticeTemplatesFrom(
      templates.map((each) => ({ ...template, ...each })),
      ['input', 'mail', 'templates'],
    );
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, path: error.inputPath, message: error.message };
    throw error;
  }
  throw new Error('It was taken.');
}

describe('a template of notices', () => {
  it.each([
    [{ kind: 'NONE' }, 'kind', 'kind is NONE'],
    [{ language: 'xx' }, 'language', 'language is xx'],
    [{ subject: '' }, 'subject', '1 to 200 characters'],
    [{ subject: 'a\r\nBcc: x@y.example' }, 'subject', 'in one line'],
    [{ text: 'x'.repeat(2_001) }, 'text', '1 to 2000 characters'],
    [{ text: '{secret}' }, 'text', '{secret} is no placeholder of PRODUCT_RETIRED: it has {product}.'],
    [{ subject: '{days}' }, 'subject', '{days} is no placeholder'],
    [{ text: '{constructor}' }, 'text', '{constructor} is no placeholder'],
  ])('is refused with %o', (changes, member, message) => {
    const refused = refusedWith(changes);
    expect(refused).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'mail', 'templates', 0, member],
    });
    expect(refused.message).toContain(message);
  });

  it('is one of a kind and a language', () => {
    expect(refusedWith({}, { text: 'Another.' })).toMatchObject({ path: ['input', 'mail', 'templates', 1] });
  });

  it('fills placeholders alone, and words its kind in its language alone, with the values of the notice', () => {
    const templates = noticeTemplatesFrom(
      [
        template,
        {
          kind: 'LIMIT_ALERT',
          language: 'en',
          subject: '{share} of {plan}',
          text: '{application}: {endsAt} { x }',
        },
      ],
      [],
    );
    const retired = noticeOf({ kind: 'PRODUCT_RETIRED', subject: 'orders:1.0.0', detail: {} });
    expect(wordedNotice(retired, 'en', templates)).toEqual({
      subject: 'Goodbye orders:1.0.0',
      text: 'It is over.',
    });
    expect(wordedNotice(retired, 'de', templates).subject).toBe('orders:1.0.0 ist eingestellt');
    const detail = {
      share: 80,
      plan: 'go{share}ld',
      endsAt: '2027-01-02T00:00:00Z',
      limit: 'daily',
      product: 'p',
    };
    const alert = noticeOf({ kind: 'LIMIT_ALERT', subject: 'consumers/shop', detail });
    expect(wordedNotice(alert, 'en', templates), 'a value is not filled again').toEqual({
      subject: '80 of go{share}ld',
      text: 'shop: 2 Jan 2027, 00:00 UTC { x }',
    });
  });

  it('says why something was rejected, and nothing of a reason where none was given', () => {
    const subject = 'consumers/shop';
    const words = (reason: string | null, templates = noticeTemplatesFrom([], [])) => {
      const detail = { product: 'orders:1.0.0', plan: 'gold', reason };
      return wordedNotice(noticeOf({ kind: 'PLAN_REJECTED', subject, detail }), 'en', templates).text;
    };
    const own = { kind: 'PLAN_REJECTED', language: 'en', subject: 'No {plan}', text: 'No: {reason}' };
    const templates = noticeTemplatesFrom([own], []);
    expect(words('For {partners}.')).toMatch(/present plan\. The reason: For \{partners\}\.$/);
    expect(words(null)).toMatch(/present plan\.$/);
    expect(words('For {plan}s.', templates)).toBe('No: For {plan}s.');
    expect(words(null, templates)).toBe('No: ');
  });

  it('has placeholders for each kind, the first of which is what the notice is about', () => {
    expect(Object.keys(noticePlaceholders)).toEqual(templateKindNames);
  });
});
