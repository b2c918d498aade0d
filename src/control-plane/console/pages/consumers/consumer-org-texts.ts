import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  members: {
    heading: (count: number) => `People: ${format.number(count)}`,
    caption: 'People',
    none: 'Nobody: no one can sign in to the portal for it.',
    username: 'Username',
    address: 'Email address',
    addresses: { true: 'Verified', false: 'Not verified', null: 'None' },
    role: 'Role',
    roles: { OWNER: 'Owner', DEVELOPER: 'Developer', VIEWER: 'Viewer' },
    make: { OWNER: 'Make an owner', DEVELOPER: 'Make a developer', VIEWER: 'Make a viewer' },
    newPassword: 'Password link',
    of: (username: string) => `for ${username}`,
    confirmPassword: (username: string) =>
      `Make a link by which ${username} chooses a new password? The present one ends, and so do all sessions.`,
    remove: 'Remove',
    confirmRemove: (username: string) => `Remove ${username}? Nobody signs in by this name any more.`,
    issued: (username: string) => `${username} chooses a password by this link`,
    link: 'link',
    handOver: (expiresAt: string) =>
      `Send it to the person, and to nobody else. It works once, until ${format.dateTime(expiresAt)}.`,
    addTitle: 'Add a person',
    email: 'Email address',
    emailHint: 'Optional.',
    add: 'Add',
  },

  invitations: {
    heading: (count: number) => `Open invitations: ${format.number(count)}`,
    caption: 'Open invitations',
    person: 'Person',
    whoeverHasLink: 'Anyone with the link',
    invitedBy: 'Invited by',
    endsAt: 'Expires',
    revoke: 'Revoke',
    of: (person: string) => `for ${person}`,
    confirmRevoke: (person: string) => `Revoke the invitation for ${person}? Its link stops working.`,
    addTitle: 'Invite a person',
    addText: 'The person chooses a username and a password, or joins with the account that they have.',
    email: 'Email address',
    mailHint: 'Optional. The link is mailed there; without it, the link is shown to you.',
    linkHint: 'Optional. Without it, anyone with the link is invited.',
    invite: 'Invite',
    makeLink: 'Make a link',
    issued: (person: string) => `The invitation for ${person} is accepted by this link`,
  },

  deletion: {
    title: (title: string) => `Delete ${title}`,
    text: 'With its people, its applications, their client keys and their subscriptions: all its calls are refused from then on.',
    confirm: (title: string) => `Delete ${title}, with all its applications and subscriptions?`,
  },

  applications: {
    heading: (count: number) => `Applications: ${format.number(count)}`,
    caption: 'Applications',
    rows: 'applications',
    none: 'No applications yet.',
    application: 'Application',
    state: 'State',
    clientKeys: 'Client keys',
    subscriptions: 'Subscriptions',
    toMove: (target: string) => `to move to ${target}`,
    create: 'Create an application',
  },
});

const de: typeof en = (format) => ({
  members: {
    heading: (count) => `Personen: ${format.number(count)}`,
    caption: 'Personen',
    none: 'Niemand: Es kann sich keiner für sie im Portal anmelden.',
    username: 'Benutzername',
    address: 'E-Mail-Adresse',
    addresses: { true: 'Bestätigt', false: 'Nicht bestätigt', null: 'Keine' },
    role: 'Rolle',
    roles: { OWNER: 'Inhaber', DEVELOPER: 'Entwickler', VIEWER: 'Betrachter' },
    make: {
      OWNER: 'Zum Inhaber machen',
      DEVELOPER: 'Zum Entwickler machen',
      VIEWER: 'Zum Betrachter machen',
    },
    newPassword: 'Passwort-Link',
    of: (username) => `für ${username}`,
    confirmPassword: (username) =>
      `Einen Link erzeugen, mit dem ${username} ein neues Passwort wählt? Das jetzige endet, und alle Sitzungen enden auch.`,
    remove: 'Entfernen',
    confirmRemove: (username) => `${username} entfernen? Mit diesem Namen meldet sich niemand mehr an.`,
    issued: (username) => `Mit diesem Link wählt ${username} ein Passwort`,
    link: 'Link',
    handOver: (expiresAt) =>
      `Schicken Sie ihn der Person und sonst niemandem. Er gilt einmal, bis ${format.dateTime(expiresAt)}.`,
    addTitle: 'Person hinzufügen',
    email: 'E-Mail-Adresse',
    emailHint: 'Kann leer bleiben.',
    add: 'Hinzufügen',
  },

  invitations: {
    heading: (count) => `Offene Einladungen: ${format.number(count)}`,
    caption: 'Offene Einladungen',
    person: 'Person',
    whoeverHasLink: 'Wer den Link hat',
    invitedBy: 'Eingeladen von',
    endsAt: 'Gilt bis',
    revoke: 'Zurücknehmen',
    of: (person) => `für ${person}`,
    confirmRevoke: (person) => `Die Einladung für ${person} zurücknehmen? Ihr Link gilt dann nicht mehr.`,
    addTitle: 'Person einladen',
    addText: 'Die Person wählt Benutzernamen und Passwort oder tritt mit ihrem Konto bei.',
    email: 'E-Mail-Adresse',
    mailHint: 'Der Link wird dorthin gesendet. Kann leer bleiben: Dann wird er Ihnen gezeigt.',
    linkHint: 'Kann leer bleiben: Dann ist eingeladen, wer den Link hat.',
    invite: 'Einladen',
    makeLink: 'Link erzeugen',
    issued: (person) => `Mit diesem Link wird die Einladung für ${person} angenommen`,
  },

  deletion: {
    title: (title) => `${title} löschen`,
    text: 'Mit ihren Personen, ihren Anwendungen und deren Client-Keys und Abonnements: Alle ihre Aufrufe werden dann abgewiesen.',
    confirm: (title) => `${title} mit allen Anwendungen und Abonnements löschen?`,
  },

  applications: {
    heading: (count) => `Anwendungen: ${format.number(count)}`,
    caption: 'Anwendungen',
    rows: 'Anwendungen',
    none: 'Es gibt noch keine.',
    application: 'Anwendung',
    state: 'Zustand',
    clientKeys: 'Client-Keys',
    subscriptions: 'Abonnements',
    toMove: (target) => `umzustellen auf ${target}`,
    create: 'Anwendung anlegen',
  },
});

/** Texts of a consumer org: its people and its applications. */
export const consumerOrgTexts = { en, de } satisfies Texts;
