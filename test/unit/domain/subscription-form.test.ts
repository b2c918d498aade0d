import { describe, expect, it } from 'vitest';
import { type FormAnswers, formAnswersFrom, NO_ANSWERS } from '../../../src/domain/consumer/form-answers.ts';
import {
  formOfPlan,
  type SubscriptionFormDraft,
  subscriptionFormFrom,
  termsId,
} from '../../../src/domain/consumer/subscription-form.ts';

const field = { name: 'use-case', label: 'Use case' };
const terms = { name: 'terms', title: 'Terms of use', version: '1', markdown: 'Be **kind**.' };
const formFrom = (draft: SubscriptionFormDraft) => subscriptionFormFrom(draft, ['input']);

describe('a subscription form', () => {
  it('has defaults, and is null where it asks nothing', () => {
    expect(formFrom({ fields: [field], terms: [terms] })).toEqual({
      fields: [{ ...field, kind: 'TEXT', help: null, required: false, choices: [], plans: [] }],
      terms: [{ ...terms, url: null, plans: [] }],
    });
    expect(formFrom({ fields: [], terms: null })).toBeNull();
  });

  it('asks of a plan what is for it or for all', () => {
    const form = formFrom({ fields: [field, { ...field, name: 'gold', plans: ['gold'] }] });
    expect(formOfPlan(form, 'silver').fields.map(({ name }) => name)).toEqual(['use-case']);
    expect(formOfPlan(form, 'gold').fields.map(({ name }) => name)).toEqual(['use-case', 'gold']);
    expect(formOfPlan(null, 'gold')).toEqual({ fields: [], terms: [] });
  });

  it('takes HTML in a label as text, which pages escape', () => {
    const label = '<img src=x onerror=alert(1)>';
    expect(formFrom({ fields: [{ ...field, label }] })?.fields[0]?.label).toBe(label);
  });

  it.each<[string, SubscriptionFormDraft, readonly (string | number)[]]>([
    ['a name that is none', { fields: [{ ...field, name: 'Use case' }] }, ['fields', 0, 'name']],
    ['a name twice', { fields: [field, field] }, ['fields', 1, 'name']],
    ['an empty label', { fields: [{ ...field, label: ' ' }] }, ['fields', 0, 'label']],
    ['a label of two lines', { fields: [{ ...field, label: 'a\nb' }] }, ['fields', 0, 'label']],
    ['a label that is too long', { fields: [{ ...field, label: 'x'.repeat(121) }] }, ['fields', 0, 'label']],
    ['a help that is too long', { fields: [{ ...field, help: 'x'.repeat(501) }] }, ['fields', 0, 'help']],
    ['a choice of nothing', { fields: [{ ...field, kind: 'CHOICE' }] }, ['fields', 0, 'choices']],
    ['a text with choices', { fields: [{ ...field, choices: ['a'] }] }, ['fields', 0, 'choices']],
    [
      'too many fields',
      { fields: Array.from({ length: 21 }, (_, at) => ({ ...field, name: `f${at}` })) },
      ['fields'],
    ],
    ['terms of neither text nor address', { terms: [{ ...terms, markdown: null }] }, ['terms', 0]],
    ['terms of both', { terms: [{ ...terms, url: 'https://a.example/' }] }, ['terms', 0]],
    [
      'a script as the address',
      { terms: [{ ...terms, markdown: null, url: 'javascript:alert(1)' }] },
      ['terms', 0, 'url'],
    ],
    ['terms too long', { terms: [{ ...terms, markdown: 'x'.repeat(20_001) }] }, ['terms', 0, 'markdown']],
  ])('refuses %s', (_what, draft, path) => {
    expect(() => formFrom(draft)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: ['input', ...path] }),
    );
  });
});

const form = formOfPlan(
  formFrom({
    fields: [
      { ...field, required: true },
      { name: 'size', label: 'Size', kind: 'CHOICE', choices: ['small', 'large'] },
      { name: 'agree', label: 'Agree', kind: 'CHECKBOX', required: true },
    ],
    terms: [terms],
  }),
  'gold',
);
const [held] = form.terms;
const id = held ? termsId(held) : expect.fail('There are no terms.');
const at = new Date('2027-01-01T10:00:00Z');
type Answers = { readonly [field: string]: string };
const answer = (answers: Answers, acceptTerms: readonly string[] = [id], before: FormAnswers = NO_ANSWERS) =>
  formAnswersFrom({
    form,
    before,
    answers: Object.entries(answers).map(([name, value]) => ({ field: name, value })),
    acceptTerms,
    username: 'carol',
    at,
    path: [],
  });
const ENOUGH = { 'use-case': ' Maps ', agree: 'true' };

describe('answers to a form', () => {
  it('are kept with their labels, and terms with who accepted which version when', () => {
    expect(answer({ ...ENOUGH, size: 'large' })).toEqual({
      answers: [
        { field: 'use-case', label: 'Use case', value: 'Maps' },
        { field: 'size', label: 'Size', value: 'large' },
        { field: 'agree', label: 'Agree', value: 'true' },
      ],
      terms: [
        {
          id,
          name: 'terms',
          title: 'Terms of use',
          version: '1',
          acceptedBy: 'carol',
          acceptedAt: '2027-01-01T10:00:00.000Z',
        },
      ],
    });
  });

  it('are not asked again while they hold', () => {
    const before = answer(ENOUGH);
    expect(answer({}, [], before)).toEqual(before);
    const other = { ...before, terms: before.terms.map((each) => ({ ...each, id: 'another' })) };
    expect(() => answer({}, [], other)).toThrow(expect.objectContaining({ code: 'TERMS_NOT_ACCEPTED' }));
    expect(answer({}, [id], other).terms.map((each) => each.id)).toEqual([id, 'another']);
  });

  it.each<[string, Answers, readonly string[], string, string]>([
    [
      'a required text',
      { agree: 'true' },
      [id],
      'ANSWER_MISSING',
      'The field use-case (Use case) has to be filled in.',
    ],
    [
      'a blank one',
      { ...ENOUGH, 'use-case': ' ' },
      [id],
      'ANSWER_MISSING',
      'The field use-case (Use case) has to be filled in.',
    ],
    [
      'a required tick',
      { ...ENOUGH, agree: 'false' },
      [id],
      'ANSWER_MISSING',
      'The field agree (Agree) has to be ticked: send the value true.',
    ],
    [
      'terms',
      ENOUGH,
      [],
      'TERMS_NOT_ACCEPTED',
      `Terms of use, version 1, has to be accepted by its id, ${id}.`,
    ],
    [
      'another choice',
      { ...ENOUGH, size: 'huge' },
      [id],
      'BAD_USER_INPUT',
      'The field size takes one of its choices: small, large.',
    ],
    [
      'a tick that is none',
      { ...ENOUGH, agree: 'yes' },
      [id],
      'BAD_USER_INPUT',
      'The field agree takes true or false.',
    ],
    [
      'a megabyte',
      { ...ENOUGH, 'use-case': 'x'.repeat(1_000_000) },
      [id],
      'BAD_USER_INPUT',
      'The answer to use-case is longer than 1000 characters.',
    ],
    [
      'what is not asked',
      { ...ENOUGH, other: 'x' },
      [id],
      'BAD_USER_INPUT',
      'The plan does not ask for a field "other", or it is answered twice.',
    ],
  ])('are refused without, or with %s', (...[, answers, accepted, code, message]) => {
    expect(() => answer(answers, accepted)).toThrow(expect.objectContaining({ code, message }));
  });

  it('have another id for terms with another text', () => {
    expect(held && termsId({ ...held, markdown: 'Be kinder.' })).not.toBe(id);
  });
});
