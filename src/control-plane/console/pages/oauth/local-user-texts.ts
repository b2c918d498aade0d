import { passwordLength } from '../../../../domain/people/password.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  localUsers: {
    heading: (count: number) => `People: ${format.number(count)}`,
    search: 'Search people by username',
    submitSearch: 'Search',
    none: 'Nobody yet.',
    noneFound: 'No results.',
    caption: 'People',
    rows: 'people',
    username: 'Username',
    state: 'State',
    added: 'Added',
    passwordSet: 'Password set',
    add: 'Add a person',
    newUsername: 'New username',
    newUsernameHint: 'Names the person in tokens, and cannot be changed.',
    firstPassword: 'First password',
    passwordHint: `${passwordLength.min} to ${passwordLength.max} characters. It is kept hashed: hand it over, nobody can read it.`,
    submit: 'Add the person',
  },

  localUser: {
    added: 'Added',
    passwordSet: 'Password set',
    anotherPassword: 'New password',
    newPassword: 'New password',
    setPassword: 'Set the password',
    suspend: 'Suspend',
    suspendText:
      'Ends the sessions and revokes the tokens of this person, who cannot sign in until you enable them again.',
    enable: 'Enable',
    enableText: 'The password is as it was.',
    remove: 'Remove',
    removeText:
      'Ends the sessions and revokes the tokens. Who is added by this name later is the same person to back-ends.',
    removeQuestion: (username: string) => `Remove ${username}?`,
  },
});

const de = (format: Formats): ReturnType<typeof en> => ({
  localUsers: {
    heading: (count) => `Personen: ${format.number(count)}`,
    search: 'Personen nach Benutzernamen suchen',
    submitSearch: 'Suchen',
    none: 'Noch niemand: Es kann sich niemand anmelden.',
    noneFound: 'Kein Benutzername enthält das.',
    caption: 'Personen',
    rows: 'Personen',
    username: 'Benutzername',
    state: 'Zustand',
    added: 'Hinzugefügt',
    passwordSet: 'Passwort gesetzt',
    add: 'Person hinzufügen',
    newUsername: 'Neuer Benutzername',
    newUsernameHint: 'Er nennt die Person in Token und lässt sich nicht ändern.',
    firstPassword: 'Erstes Passwort',
    passwordHint: `${passwordLength.min} bis ${passwordLength.max} Zeichen. Es wird gehasht aufbewahrt: Geben Sie es weiter, niemand kann es lesen.`,
    submit: 'Person hinzufügen',
  },

  localUser: {
    added: 'Hinzugefügt',
    passwordSet: 'Passwort gesetzt',
    anotherPassword: 'Anderes Passwort',
    newPassword: 'Neues Passwort',
    setPassword: 'Passwort setzen',
    suspend: 'Sperren',
    suspendText:
      'Beendet die Sitzungen und widerruft die Token dieser Person, die sich erst wieder anmelden kann, wenn Sie sie wieder zulassen.',
    enable: 'Wieder zulassen',
    enableText: 'Das Passwort ist das bisherige.',
    remove: 'Entfernen',
    removeText:
      'Beendet die Sitzungen und widerruft die Token. Wer später unter diesem Namen hinzugefügt wird, ist für Backends dieselbe Person.',
    removeQuestion: (username) => `${username} entfernen?`,
  },
});

/** Texts of the people that the platform keeps in a user registry. */
export const localUserTexts = { en, de } satisfies Texts;
