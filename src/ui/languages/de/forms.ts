import type { forms as english } from '../en/forms.ts';

/** Texts of the forms that plans ask, and of their answers. */
export const forms: typeof english = () => ({
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
