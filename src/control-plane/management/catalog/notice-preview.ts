import { exampleLetters, type LetterKind, letterKinds } from '../../../domain/events/letters.ts';
import { noticeTemplateFrom, type TemplateKind } from '../../../domain/events/notice-template.ts';
import { exampleNotices, exampleSubject, noticeOf } from '../../../domain/events/notices.ts';
import { type NoticeText, wordedNotice } from '../../events/notice-texts.ts';
import { builder } from '../builder.ts';
import { NoticeTemplateInput } from './mail-policy.ts';

const Preview = builder.objectRef<NoticeText>('NoticePreview').implement({
  description: 'A template, filled with examples.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'The title of the notice.' }),
    text: t.exposeString('text', { description: 'Its text.' }),
  }),
});

const isLetter = (kind: TemplateKind): kind is LetterKind => kind in letterKinds;

builder.queryField('noticePreview', (t) =>
  t.field({
    type: Preview,
    description: 'Shows a template of notices filled with examples, and keeps nothing.',
    args: { template: t.arg({ type: NoticeTemplateInput, required: true, description: 'The template.' }) },
    resolve: (_root, { template }) => {
      const own = noticeTemplateFrom(template, ['template']);
      const { kind, language } = own;
      if (isLetter(kind)) return wordedNotice(exampleLetters[kind], language, [own]);
      const example = { kind, subject: exampleSubject(kind), detail: exampleNotices[kind] };
      return wordedNotice(noticeOf(example), language, [own]);
    },
  }),
);
