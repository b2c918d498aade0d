import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (_format: Formats) => ({
  title: 'Audit',
  titleOf: (org: string) => `Audit of ${org}`,
  lead: 'All changes and failed sign-ins, newest first. It holds no secrets.',
  noneSuch: 'No changes match.',
  noneOlder: 'No older changes.',
  caption: 'Changes',
  pages: 'Pages of changes',
  newest: 'Newest',
  older: 'Older',
  when: 'When',
  who: 'Actor',
  what: 'Action',
  toWhat: 'Subject',
  fromWhere: 'IP address',
  from: 'From',
  to: 'To',
  show: 'Show',
  detail: 'Detail',
  /** Names the event of a detail, for who hears it alone. */
  ofDetail: (action: string, subject: string) => `of ${action} ${subject}`,
  beforeAndAfter: 'Before and after',
  undo: 'Undo',
});

const de: typeof en = () => ({
  title: 'Protokoll',
  titleOf: (org) => `Protokoll von ${org}`,
  lead: 'Alles, was geändert wurde, und jede fehlgeschlagene Anmeldung, das Neueste zuerst. Secrets stehen nicht darin.',
  noneSuch: 'Eine solche Änderung gibt es nicht.',
  noneOlder: 'Älteres gibt es nicht.',
  caption: 'Änderungen',
  pages: 'Seiten: Änderungen',
  newest: 'Neueste',
  older: 'Ältere',
  when: 'Wann',
  who: 'Wer',
  what: 'Was',
  toWhat: 'Woran',
  fromWhere: 'Von wo',
  from: 'Von',
  to: 'Bis',
  show: 'Anzeigen',
  detail: 'Einzelheiten',
  ofDetail: (action, subject) => `zu ${action} ${subject}`,
  beforeAndAfter: 'Vorher und nachher',
  undo: 'Rückgängig machen',
});

/** Texts of the audit. */
export const auditTexts = { en, de } satisfies Texts;
