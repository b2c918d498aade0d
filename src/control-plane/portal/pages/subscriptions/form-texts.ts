import type { Texts } from '../../../../ui/kit/texts.ts';

const en = () => ({
  subscriptionForm: {
    fields: 'What the provider asks',
    terms: 'Terms',
    optional: 'You may leave it out.',
    choose: 'Choose',
    onlyFor: (plans: readonly string[]) => `Asked for: ${plans.join(', ')}.`,
    read: (title: string, version: string) => `Read: ${title}, version ${version}`,
    accept: (title: string, version: string) => `I accept: ${title}, version ${version}`,
    answerMissing: (label: string) => `This is needed: ${label}`,
    termsMissing: (title: string) => `These terms have to be accepted: ${title}. Read them and tick the box.`,
    answers: 'Your answers',
    accepted: 'Accepted terms',
    acceptedBy: (by: string, at: string) => `Accepted by ${by} on ${at}`,
    yes: 'Yes',
    no: 'No',
  },
});

const de: typeof en = () => ({
  subscriptionForm: {
    fields: 'Was der Anbieter fragt',
    terms: 'Bedingungen',
    optional: 'Sie können es auslassen.',
    choose: 'Auswählen',
    onlyFor: (plans) => `Gefragt bei: ${plans.join(', ')}.`,
    read: (title, version) => `Lesen: ${title}, Fassung ${version}`,
    accept: (title, version) => `Ich nehme an: ${title}, Fassung ${version}`,
    answerMissing: (label) => `Das wird gebraucht: ${label}`,
    termsMissing: (title) =>
      `Diese Bedingungen müssen Sie annehmen: ${title}. Lesen Sie sie, und setzen Sie den Haken.`,
    answers: 'Ihre Antworten',
    accepted: 'Angenommene Bedingungen',
    acceptedBy: (by, at) => `Angenommen von ${by} am ${at}`,
    yes: 'Ja',
    no: 'Nein',
  },
});

/** Texts of the forms that plans ask, and of their answers. */
export const formTexts = { en, de } satisfies Texts;
