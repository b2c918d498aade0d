import { passwordLength } from '../../../../domain/people/password.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  title: 'Account',

  memberships: {
    title: 'Your orgs',
    /** An org, or every one, with the role there. */
    of: (orgTitle: string | null, role: string) => `${orgTitle ?? 'Every org'} · ${role.toLowerCase()}`,
    current: '· current',
    goTo: (orgTitle: string | null) => `Go to ${orgTitle ?? 'every org'}`,
    others: 'An org that another password opens is not here: sign out, and sign in to it by its name.',
  },

  sessions: {
    title: 'Sessions',
    signOutEverywhere: 'Sign out everywhere',
  },

  password: {
    title: 'Change the password',
    current: 'Current password',
    chosen: 'New password',
    chosenHint: `Of ${passwordLength.min} to ${passwordLength.max} characters. It opens what the present one opens; your other sessions there end.`,
    submit: 'Change the password',
  },

  passkeys: {
    title: 'Passkeys',
    none: 'You have none here. With one, your password alone opens nothing any more: you are asked for the passkey when you sign in.',
    caption: 'Your passkeys',
    name: 'Name',
    registered: 'Registered',
    lastUsed: 'Last used',
    never: 'Never',
    remove: 'Remove',
    removeConfirm: (name: string) => `Remove the passkey ${name}? Your other sessions end.`,
    register: 'Register a passkey',
    registerAnother: 'Register another',
  },

  passkeyForm: {
    building: 'The passkey script is being built, which takes up to a minute. Reload this page then.',
    script: 'Passkeys need JavaScript. Allow it for this page and reload.',
    name: 'Name of the passkey',
    nameHint: 'For example: this laptop, the blue key.',
    /** Texts by the names of WebAuthn's errors. `{console}` stands for the address. */
    faults: {
      NotAllowedError: 'That was stopped, or took too long. Try again, or take another passkey.',
      InvalidStateError: 'This device, or this key, has a passkey of yours already: take another one.',
      SecurityError: 'Your browser keeps no passkeys for this address. Open the console at {console}.',
      other: 'This browser could not do that. Take another browser or device, over https.',
    },
  },

  recoveryCodes: {
    title: 'Recovery codes',
    heading: 'Your recovery codes',
    once: 'Store them now, apart from your passkeys. They are not shown again. Each signs you in once, in place of a passkey.',
    what: 'recovery codes',
    kept: 'I have stored them',
    left: (codes: number) => `Unused recovery codes: ${format.number(codes)}`,
    replace: 'Create new codes',
    replaceConfirm: 'Create new recovery codes? The present ones stop working.',
  },
});

const de = (format: Formats): ReturnType<typeof en> => ({
  title: 'Konto',

  memberships: {
    title: 'Was Sie verwalten',
    of: (orgTitle, role) => `${orgTitle ?? 'Alle Organisationen'} · ${role}`,
    current: '· jetzt hier',
    goTo: (orgTitle) => `Zu ${orgTitle ?? 'allen Organisationen'}`,
    others:
      'Eine Organisation, die ein anderes Passwort öffnet, steht nicht hier: Melden Sie sich ab, und melden Sie sich unter ihrem Namen bei ihr an.',
  },

  sessions: {
    title: 'Sitzungen',
    signOutEverywhere: 'Überall abmelden',
  },

  password: {
    title: 'Passwort ändern',
    current: 'Bisheriges Passwort',
    chosen: 'Neues Passwort',
    chosenHint: `${passwordLength.min} bis ${passwordLength.max} Zeichen. Es öffnet, was das bisherige öffnet; Ihre anderen Sitzungen dort enden.`,
    submit: 'Passwort ändern',
  },

  passkeys: {
    title: 'Passkeys',
    none: 'Sie haben hier keinen. Mit einem öffnet Ihr Passwort allein nichts mehr: Wenn Sie sich anmelden, werden Sie nach dem Passkey gefragt.',
    caption: 'Ihre Passkeys',
    name: 'Name',
    registered: 'Registriert',
    lastUsed: 'Zuletzt benutzt',
    never: 'Nie',
    remove: 'Entfernen',
    removeConfirm: (name) => `Den Passkey ${name} entfernen? Ihre anderen Sitzungen enden.`,
    register: 'Passkey registrieren',
    registerAnother: 'Weiteren registrieren',
  },

  passkeyForm: {
    building:
      'Was nach Passkeys fragt, wird gerade gebaut, einmal und in höchstens einer Minute: Laden Sie diese Seite dann noch einmal.',
    script: 'Passkeys brauchen JavaScript: Erlauben Sie es für diese Seite, und laden Sie sie noch einmal.',
    name: 'Name des Passkeys',
    nameHint: 'Wie Sie ihn nennen: dieser Laptop, der blaue Schlüssel.',
    faults: {
      NotAllowedError:
        'Das wurde abgebrochen oder hat zu lange gedauert. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Passkey.',
      InvalidStateError:
        'Auf diesem Gerät oder Schlüssel haben Sie schon einen Passkey: Nehmen Sie ein anderes Gerät oder einen anderen Schlüssel.',
      SecurityError:
        'Ihr Browser bewahrt für diese Adresse keine Passkeys auf. Öffnen Sie die Konsole unter {console}.',
      other:
        'Dieser Browser kann das nicht. Nehmen Sie einen anderen Browser oder ein anderes Gerät, über https.',
    },
  },

  recoveryCodes: {
    title: 'Wiederherstellungscodes',
    heading: 'Ihre Wiederherstellungscodes',
    once: 'Sie werden nur dieses eine Mal gezeigt. Bewahren Sie sie dort auf, wo Ihre Passkeys nicht sind: Jeder meldet Sie einmal an, anstelle eines Passkeys.',
    what: 'Wiederherstellungscodes',
    kept: 'Ich habe sie aufbewahrt',
    left: (codes) => `Unbenutzte Wiederherstellungscodes: ${format.number(codes)}`,
    replace: 'Neue erzeugen',
    replaceConfirm: 'Neue Wiederherstellungscodes erzeugen? Die bisherigen gelten dann nicht mehr.',
  },
});

/** Texts of the account: orgs, sessions, the password, passkeys and recovery codes. */
export const accountTexts = { en, de } satisfies Texts;
