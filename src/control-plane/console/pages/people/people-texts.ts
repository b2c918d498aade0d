import type { Child } from 'hono/jsx';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

/** The ways by which a person signs in. */
type SignIn = { readonly identityProvider: string | null; readonly hasSecondFactor: boolean };

const en = (format: Formats) => ({
  title: (where: string) => `People of ${where}`,
  menu: 'People',
  everyOrg: 'These people manage all orgs, including future ones.',
  person: 'Person',
  role: 'Role',
  state: 'State',
  signsIn: 'Signs in with',
  signsInWith: ({ identityProvider, hasSecondFactor }: SignIn) =>
    `${identityProvider ?? 'A password'}${hasSecondFactor ? ' and a passkey' : ''}`,
  lastSignIn: 'Last sign-in',

  /** Rights of each role. A select has them behind its name, without the full stop. */
  rights: {
    ADMINISTRATOR: 'Everything, people and access tokens included.',
    DEVELOPER: 'Everything but people and access tokens.',
    VIEWER: 'Read only.',
  },

  list: {
    heading: (count: number) => `Members: ${format.number(count)}`,
    caption: 'Members',
    rows: 'people',
    none: 'No members yet. A sign-in with an access token is not a member: invite yourself.',
    you: 'you',
    change: 'Change',
  },

  invitations: {
    heading: (count: number) => `Open invitations: ${format.number(count)}`,
    caption: 'Open invitations',
    rows: 'invitations',
    link: 'Link',
    ended: 'Expired',
    goodUntil: 'Expires',
    newLink: 'New link',
    takeBack: 'Revoke',
    for: (email: string) => `for ${email}`,
    confirmTakeBack: (email: string) => `Revoke the invitation of ${email}?`,
  },

  invite: {
    title: 'Invite a member',
    email: 'Email address',
    submit: 'Create the link',
    invited: (email: string) => `${email} is invited`,
    link: 'link',
    sendIt: (email: string, until: string) =>
      `Send it only to ${email}. It works once, until ${format.dateTime(until)}, and replaces earlier links.`,
    write: 'Write the email',
    subject: (where: string) => `Your invitation to Gatehouse: ${where}`,
    body: (where: string, until: string) =>
      `You are invited to manage ${where} with Gatehouse. Accept with this link by ${format.dateTime(until)}:`,
  },

  personPage: {
    invited: 'Invited',
    linkEnds: 'Link expires',
    saveRole: 'Save the role',
    passkeys: 'Passkeys',
    resetText: (where: string) =>
      `For lost passkeys and recovery codes: ${where} then needs only the password or the identity provider. Other orgs are not affected.`,
    confirmReset: (email: string) =>
      `Reset the passkeys of ${email}? Make sure that this person has really lost them.`,
    reset: 'Reset passkeys',
    suspend: 'Suspend',
    suspendText: 'Ends their access at once, including all access tokens, until you enable them again.',
    enable: 'Enable',
    enableText: 'The role, password and access tokens work as before.',
    withdraw: 'Revoke the invitation',
    withdrawText: 'The link stops working.',
    remove: (where: string) => `Remove from ${where}`,
    removeText: 'Ends all sessions and access tokens of this person. They need a new invitation to return.',
    confirm: (action: string, email: string) => `${action}: ${email}?`,
  },

  secondFactor: {
    title: 'Passkeys',
    required:
      'Members need a passkey or a recovery code to enter this org. Those without one register it first.',
    optional:
      'Members with a passkey use it beside the password. You can require one: members without one, you included, register it before they see anything of this org.',
    tokens: 'Access tokens do not need one.',
    confirm: 'Require a passkey? Members without one, you included, must register it at once.',
    leave: 'Make it optional',
    require: 'Require a passkey',
  },

  signInWays: {
    title: 'How people sign in',
    withProvider:
      'With the identity provider below, or with a password that they choose when they accept. After the first sign-in with the provider the password is gone.',
    issuer: 'Issuer',
    clientId: 'Client id',
    redirectUri: 'Redirect URI',
    redirectUriCopied: 'redirect URI',
    withPassword: (issuer: Child, clientId: Child) => [
      'With a password that they choose when they accept. To let them sign in with your identity provider (OpenID Connect), start the platform with ',
      issuer,
      ' and ',
      clientId,
      '.',
    ],
  },

  accessTokens: {
    menu: 'Access tokens',
    title: (where: string) => `Access tokens of ${where}`,
    everyOrg: 'These tokens reach all orgs, including future ones.',
    lead: (url: Child) => ['For scripts and pipelines, which call the management API at ', url, '.'],
    heading: (count: number) => `Access tokens: ${format.number(count)}`,
    caption: 'Access tokens',
    rows: 'access tokens',
    none: 'No access tokens yet.',
    name: 'Name',
    whose: 'Owner',
    thePlatform: 'The platform',
    theOrg: 'The org',
    created: 'Created',
    ends: 'Expires',
    lastUsed: 'Last used',
    revoke: 'Revoke',
    confirmRevoke: (name: string) => `Revoke the access token ${name}? It is refused at once.`,
    createTitle: 'Create an access token',
    create: 'Create',
    lifetimes: { 30: 'After 30 days', 90: 'After 90 days', 365: 'After a year', '': 'Never' },
    issued: (name: string) => `The access token ${name}`,
    token: 'token',
    keepIt: (expiresAt: string | null, variable: Child) => [
      expiresAt === null ? 'It never expires.' : `It expires on ${format.dateTime(expiresAt)}.`,
      ' Store it with the secrets of your scripts. The command line reads it from ',
      variable,
      '. For example:',
    ],
  },

  commandLine: {
    title: 'Sign in on the command line',
    everyOrg: 'Every org',
    asks: (host: Child, person: string, role: string) => [
      'A terminal on ',
      host,
      ` asks for an access token that acts as you, ${person}, with your role ${role}. It expires after a day.`,
    ],
    goOn: (code: Child) => ['Go on only if you began it, and the terminal shows the code ', code, '.'],
    org: 'Organization',
    allow: 'Allow',
    cancel: 'Cancel',
    over: 'This address is incomplete, or older than ten minutes: begin again with gatehouse login.',
    copy: 'Copy this text into the terminal, which waits for it. It is of use there alone.',
    signedIn: 'You are signed in there. Where the terminal still waits, copy this text into it.',
    sealed: 'text for the terminal',
  },
});

const de: typeof en = (format) => ({
  title: (where) => `Personen von ${where}`,
  menu: 'Personen',
  everyOrg: 'Wer hier steht, verwaltet alle Organisationen, auch künftige.',
  person: 'Person',
  role: 'Rolle',
  state: 'Zustand',
  signsIn: 'Meldet sich an mit',
  signsInWith: ({ identityProvider, hasSecondFactor }) =>
    `${identityProvider ?? 'Passwort'}${hasSecondFactor ? ' und Passkey' : ''}`,
  lastSignIn: 'Letzte Anmeldung',

  rights: {
    ADMINISTRATOR: 'Darf alles, auch Personen und Zugriffstoken verwalten.',
    DEVELOPER: 'Ändert alles außer Personen und Zugriffstoken.',
    VIEWER: 'Liest, ändert nichts.',
  },

  list: {
    heading: (count) => `Wer dabei ist: ${format.number(count)}`,
    caption: 'Wer dabei ist',
    rows: 'Personen',
    none: 'Noch niemand. Wer sich mit einem Zugriffstoken anmeldet, ist keine Person: Laden Sie sich selbst ein.',
    you: 'Sie',
    change: 'Ändern',
  },

  invitations: {
    heading: (count) => `Offene Einladungen: ${format.number(count)}`,
    caption: 'Offene Einladungen',
    rows: 'Einladungen',
    link: 'Der Link',
    ended: 'Abgelaufen',
    goodUntil: 'Gilt bis',
    newLink: 'Neuer Link',
    takeBack: 'Zurücknehmen',
    for: (email) => `für ${email}`,
    confirmTakeBack: (email) => `Die Einladung von ${email} zurücknehmen?`,
  },

  invite: {
    title: 'Jemanden einladen',
    email: 'E-Mail-Adresse',
    submit: 'Link erzeugen',
    invited: (email) => `${email} ist eingeladen`,
    link: 'Link',
    sendIt: (email, until) =>
      `Senden Sie ihn an ${email}, und an niemanden sonst. Er gilt einmal, bis ${format.dateTime(until)}, und ersetzt jeden früheren Link.`,
    write: 'E-Mail schreiben',
    subject: (where) => `Ihre Einladung zu Gatehouse bei ${where}`,
    body: (where, until) =>
      `Sie sind eingeladen, an der Verwaltung von ${where} mit Gatehouse mitzuwirken. Nehmen Sie die Einladung mit diesem Link an; er gilt bis ${format.dateTime(until)}:`,
  },

  personPage: {
    invited: 'Eingeladen',
    linkEnds: 'Der Link endet',
    saveRole: 'Rolle speichern',
    passkeys: 'Passkeys',
    resetText: (where) =>
      `Wenn alle Passkeys und Wiederherstellungscodes verloren sind: Der Zugang zu ${where} steht dann wieder mit dem Passwort oder dem Identitätsanbieter allein offen. Andere Organisationen sind nicht betroffen.`,
    confirmReset: (email) =>
      `Von ${email} keinen Passkey verlangen? Vergewissern Sie sich, dass es diese Person ist, die sie verloren hat.`,
    reset: 'Keinen Passkey verlangen',
    suspend: 'Sperren',
    suspendText:
      'Schließt diese Person sofort aus, mit allen ihren Zugriffstoken, bis Sie sie wieder zulassen.',
    enable: 'Wieder zulassen',
    enableText: 'Die Rolle, das Passwort und die Zugriffstoken sind, wie sie waren.',
    withdraw: 'Einladung zurücknehmen',
    withdrawText: 'Der Link führt nirgends mehr hin.',
    remove: (where) => `Aus ${where} entfernen`,
    removeText:
      'Beendet alle Sitzungen und Zugriffstoken dieser Person. Um zurückzukommen, braucht sie eine neue Einladung.',
    confirm: (action, email) => `${action}: ${email}?`,
  },

  secondFactor: {
    title: 'Passkeys',
    required:
      'Wer diese Organisation betritt, zeigt einen Passkey oder einen Wiederherstellungscode. Wer keinen hat, registriert zuerst einen.',
    optional:
      'Wer einen Passkey registriert hat, zeigt ihn zusätzlich zum Passwort. Sie können das von allen verlangen: Wer keinen hat, registriert einen, bevor von dieser Organisation etwas zu sehen ist, auch Sie.',
    tokens: 'Zugriffstoken brauchen keinen.',
    confirm: 'Einen Passkey verlangen? Wer keinen hat, muss sofort einen registrieren, auch Sie.',
    leave: 'Jeder Person überlassen',
    require: 'Passkey verlangen',
  },

  signInWays: {
    title: 'Wie man sich anmeldet',
    withProvider:
      'Mit dem Identitätsanbieter unten, oder mit einem Passwort, das die Person beim Annehmen der Einladung wählt. Wer sich einmal mit dem Anbieter angemeldet hat, hat hier kein Passwort mehr.',
    issuer: 'Aussteller',
    clientId: 'Client-ID',
    redirectUri: 'Redirect-URI',
    redirectUriCopied: 'Redirect-URI',
    withPassword: (issuer, clientId) => [
      'Mit einem Passwort, das die Person beim Annehmen der Einladung wählt. Damit man sich mit Ihrem Identitätsanbieter (OpenID Connect) anmelden kann, starten Sie die Plattform mit ',
      issuer,
      ' und ',
      clientId,
      '.',
    ],
  },

  accessTokens: {
    menu: 'Zugriffstoken',
    title: (where) => `Zugriffstoken von ${where}`,
    everyOrg: 'Was hier steht, erreicht alle Organisationen, auch künftige.',
    lead: (url) => ['Für Skripte und Pipelines, die die Management-API unter ', url, ' aufrufen.'],
    heading: (count) => `Zugriffstoken: ${format.number(count)}`,
    caption: 'Zugriffstoken',
    rows: 'Zugriffstoken',
    none: 'Es gibt noch keines.',
    name: 'Name',
    whose: 'Wem es gehört',
    thePlatform: 'Der Plattform',
    theOrg: 'Der Organisation',
    created: 'Angelegt',
    ends: 'Endet',
    lastUsed: 'Zuletzt verwendet',
    revoke: 'Widerrufen',
    confirmRevoke: (name) =>
      `Das Zugriffstoken ${name} widerrufen? Was es verwendet, wird sofort abgewiesen.`,
    createTitle: 'Zugriffstoken anlegen',
    create: 'Anlegen',
    lifetimes: { 30: 'Nach 30 Tagen', 90: 'Nach 90 Tagen', 365: 'Nach einem Jahr', '': 'Nie' },
    issued: (name) => `Das Zugriffstoken ${name}`,
    token: 'Token',
    keepIt: (expiresAt, variable) => [
      expiresAt === null ? 'Es endet nie.' : `Es endet am ${format.dateTime(expiresAt)}.`,
      ' Bewahren Sie es da auf, wo Ihre Skripte ihre Secrets haben; die Kommandozeile liest es aus ',
      variable,
      '. Zum Beispiel:',
    ],
  },

  commandLine: {
    title: 'Auf der Kommandozeile anmelden',
    everyOrg: 'Alle Organisationen',
    asks: (host, person, role) => [
      'Ein Terminal auf ',
      host,
      ` bittet um ein Zugriffstoken, das in Ihrem Namen (${person}) und mit Ihrer Rolle ${role} handelt. Es endet nach einem Tag.`,
    ],
    goOn: (code) => [
      'Fahren Sie nur fort, wenn Sie damit begonnen haben und das Terminal den Code ',
      code,
      ' zeigt.',
    ],
    org: 'Organisation',
    allow: 'Erlauben',
    cancel: 'Abbrechen',
    over: 'Diese Adresse ist unvollständig oder älter als zehn Minuten: Beginnen Sie noch einmal mit gatehouse login.',
    copy: 'Kopieren Sie diesen Text in das Terminal, das auf ihn wartet. Nur dort ist er von Nutzen.',
    signedIn: 'Sie sind dort angemeldet. Wenn das Terminal noch wartet, kopieren Sie diesen Text hinein.',
    sealed: 'Text für das Terminal',
  },
});

/** Texts of people, their roles and their access tokens. */
export const peopleTexts = { en, de } satisfies Texts;
