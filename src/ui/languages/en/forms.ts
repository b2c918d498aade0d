/** Texts of the forms that plans ask, and of their answers. */
export const forms = () => ({
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
