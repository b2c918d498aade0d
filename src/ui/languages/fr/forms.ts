import type { forms as english } from '../en/forms.ts';

/** Texts of the forms that plans ask, and of their answers. */
export const forms: typeof english = () => ({
  subscriptionForm: {
    fields: 'Ce que le fournisseur demande',
    terms: 'Conditions',
    optional: 'Facultatif.',
    choose: 'Choisir',
    onlyFor: (plans) => `Demandé pour : ${plans.join(', ')}.`,
    read: (title, version) => `Lire : ${title}, version ${version}`,
    accept: (title, version) => `J’accepte : ${title}, version ${version}`,
    answerMissing: (label) => `Ceci est nécessaire : ${label}`,
    termsMissing: (title) => `Ces conditions doivent être acceptées : ${title}. Lisez-les et cochez la case.`,
    answers: 'Vos réponses',
    accepted: 'Conditions acceptées',
    acceptedBy: (by, at) => `Acceptées par ${by} le ${at}`,
    yes: 'Oui',
    no: 'Non',
  },
});
