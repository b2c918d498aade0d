import type { UsageAlertPolicy } from '../../../../domain/call/usage-alert.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  settings: {
    title: (catalog: string) => `Settings of ${catalog}`,
    seePortal: 'Open the portal',
    gateway: 'Gateway',
    portal: 'Portal',
    selfSignUp: 'Self-service sign-up',
    yes: 'Yes',
    no: 'No',
    portalName: 'Name in the portal',
    itsTitle: 'Its title',
    general: 'General',
    anybody: 'Anyone may sign up in the portal',
    anybodyHint: 'Each with a consumer organization of their own.',
    credentials: 'Client secrets and API keys',
    lasts: (days: number, notice: number) =>
      `Expire after ${format.duration(days * 86_400)}, with a notice ${format.duration(notice * 86_400)} before`,
    lastsForEver: 'Never expire',
    maxDays: 'Lifetime of client secrets and API keys, in days',
    maxDaysHint: 'Applies to new and replaced ones: 2 to 3650. Empty is no expiry.',
    noticeDays: 'First notice, in days before expiry',
    noticeDaysHint: 'Repeated 7 days and 1 day before, and at expiry. Empty is 30, or half of the lifetime.',
    usageAlerts: {
      title: 'Usage alerts',
      label: 'Alert on spikes and silence in usage',
      hint: 'As the event USAGE_ALERT, which webhooks deliver.',
      none: 'Off',
      are: ({ spikeFactor, spikeCalls, silentHours }: UsageAlertPolicy) =>
        `${format.number(spikeFactor)} times the usual calls of an hour, at least ${format.number(spikeCalls)}; none for ${format.duration(silentHours * 3_600)}`,
      spikeFactor: {
        label: 'Spike: times the usual calls',
        hint: 'Of the same hour on each of the last seven days. Empty is 5.',
      },
      spikeCalls: { label: 'Spike: at least so many calls an hour', hint: 'Empty is 100.' },
      silentHours: {
        label: 'Silence: hours without a call',
        hint: 'Where each of the seven days before had some. Empty is 24.',
      },
    },
    mail: {
      title: 'Mail to consumers',
      label: 'Tell consumers by mail',
      hint: 'Of limits that are nearly used, secrets that end, and changes of subscriptions and their products. The platform needs a mail server (SMTP_URL).',
      sent: 'Sent',
      none: 'Not sent',
      language: 'Mail language',
      senderName: 'Sender name',
      senderNameHint: "Empty is the platform's.",
      replyTo: 'Reply-to address',
      replyToHint: "Empty is the platform's.",
      templates: 'Notice templates',
      templatesHint:
        'YAML, a list of kind, language, subject and text, with placeholders such as {product}. Kinds that are not in it have the built-in words.',
      wrongTemplates: (reason: string) => `The notice templates are not a list in YAML. ${reason}`.trim(),
    },
    signIn: {
      title: 'Sign-in to the portal',
      noPasswords: 'Disable portal passwords',
      noPasswordsHint: 'People sign in only with the identity providers below.',
      providers: 'Identity providers of the portal',
      providersHint:
        'YAML, a list of userRegistry, title, consumerOrgs, roles and unmatched, as a manifest has it. A user registry is of type OPENID_CONNECT, SAML or LDAP.',
      wrong: (reason: string) => `The identity providers are no list in YAML. ${reason}`.trim(),
      are: (passwords: boolean, providers: readonly string[]) =>
        [...(passwords ? ['passwords'] : []), ...providers].join(', '),
    },
    save: 'Save',
    preview: 'Preview',
  },

  branding: {
    title: 'Branding of the portal',
    name: 'Name in the header',
    nameHint: 'Empty is the title.',
    light: 'Accent on light pages',
    dark: 'Accent on dark pages',
    accentHint: 'For example #1d4ed8. It must be readable: 4.5:1 with the page.',
    accentForm: '# and six digits',
    presentLogo: 'Current logo',
    noLogo: 'Remove the logo',
    logo: 'Logo',
    logoHint: 'A PNG, WebP or SVG image of at most 64 KB.',
    featured: 'Featured products',
    featuredHint: 'Names such as customer, one a line, in their order; at most 12.',
    links: 'Footer links',
    linksHint: 'One a line, at most 10: Terms of use https://example.com/terms',
  },

  brandPreview: {
    light: 'Light',
    dark: 'Dark',
    label: (shade: string) => `${shade} pages of the portal`,
    portal: 'Portal',
    products: 'Products',
    product: 'Weather 1.0.0',
    subscribe: 'Subscribe',
    documentation: 'Documentation',
  },
});

const de: typeof en = (format) => ({
  settings: {
    title: (catalog) => `Einstellungen von ${catalog}`,
    seePortal: 'Portal ansehen',
    gateway: 'Gateway',
    portal: 'Portal',
    selfSignUp: 'Konten selbst anlegen',
    yes: 'Ja',
    no: 'Nein',
    portalName: 'Name im Portal',
    itsTitle: 'Sein Titel',
    general: 'Allgemein',
    anybody: 'Im Portal darf jeder ein Konto anlegen',
    anybodyHint: 'Jeder mit einer eigenen Organisation.',
    credentials: 'Client-Secrets und API-Keys',
    lasts: (days, notice) =>
      `Gültig: ${format.duration(days * 86_400)}; Ende angekündigt: ${format.duration(notice * 86_400)} vorher`,
    lastsForEver: 'Haben von sich aus kein Ende',
    maxDays: 'Tage, die Client-Secrets und API-Keys gelten',
    maxDaysHint: 'Für alle, die ab jetzt angelegt oder ersetzt werden: 2 bis 3650. Leer heißt ohne Ende.',
    noticeDays: 'Tage vor einem Ende, an denen es zuerst angekündigt wird',
    noticeDaysHint:
      'Wieder 7 Tage und 1 Tag vorher und am Ende. Leer heißt 30 oder die Hälfte der Tage, die sie gelten.',
    usageAlerts: {
      title: 'Spitzen und Stille',
      label: 'Spitzen und Stille in der Nutzung melden',
      hint: 'Als Ereignis USAGE_ALERT, das Webhooks zustellen.',
      none: 'Werden nicht gemeldet',
      are: ({ spikeFactor, spikeCalls, silentHours }) =>
        `${format.number(spikeFactor)}-mal so viele Aufrufe in einer Stunde wie üblich, mindestens ${format.number(spikeCalls)}; keine seit ${format.duration(silentHours * 3_600)}`,
      spikeFactor: {
        label: 'Das Wievielfache der üblichen Aufrufe eine Spitze ist',
        hint: 'Verglichen mit derselben Stunde der letzten sieben Tage. Leer heißt 5.',
      },
      spikeCalls: { label: 'Aufrufe in einer Stunde, ab denen es eine Spitze ist', hint: 'Leer heißt 100.' },
      silentHours: {
        label: 'Stunden ohne Aufruf, die Stille sind',
        hint: 'Wenn es an jedem der sieben Tage davor Aufrufe gab. Leer heißt 24.',
      },
    },
    mail: {
      title: 'E-Mail an Konsumenten',
      label: 'Konsumenten per E-Mail informieren',
      hint: 'Über fast verbrauchte Limits, ablaufende Secrets und Änderungen von Abonnements und deren Produkten. Die Plattform braucht einen Mailserver (SMTP_URL).',
      sent: 'Wird gesendet',
      none: 'Wird nicht gesendet',
      language: 'Sprache der E-Mails',
      senderName: 'Name des Absenders',
      senderNameHint: 'Leer heißt: der der Plattform.',
      replyTo: 'Adresse für Antworten',
      replyToHint: 'Leer heißt: die der Plattform.',
      templates: 'Texte der Benachrichtigungen',
      templatesHint:
        'YAML, eine Liste aus kind, language, subject und text, mit Platzhaltern wie {product}. Was nicht darin steht, hat den eingebauten Text.',
      wrongTemplates: (reason) =>
        `Die Texte der Benachrichtigungen sind keine Liste in YAML. ${reason}`.trim(),
    },
    signIn: {
      title: 'Anmeldung am Portal',
      noPasswords: 'Keine Passwörter des Portals',
      noPasswordsHint: 'Man meldet sich allein über die Identitätsanbieter an, die folgen.',
      providers: 'Identitätsanbieter des Portals',
      providersHint:
        'YAML, eine Liste aus userRegistry, title, consumerOrgs, roles und unmatched, wie im Manifest. Ein Benutzerverzeichnis hat den Typ OPENID_CONNECT, SAML oder LDAP.',
      wrong: (reason) => `Die Identitätsanbieter sind keine Liste in YAML. ${reason}`.trim(),
      are: (passwords, providers) => [...(passwords ? ['Passwörter'] : []), ...providers].join(', '),
    },
    save: 'Speichern',
    preview: 'Vorschau',
  },

  branding: {
    title: 'Aussehen des Portals',
    name: 'Name ganz oben',
    nameHint: 'Bleibt er leer, steht dort der Titel.',
    light: 'Akzentfarbe auf hellen Seiten',
    dark: 'Akzentfarbe auf dunklen Seiten',
    accentHint: 'Zum Beispiel #1d4ed8. Sie muss lesbar sein: Kontrast zur Seite 4,5:1.',
    accentForm: '# und sechs Ziffern',
    presentLogo: 'Das jetzige Logo',
    noLogo: 'Logo entfernen',
    logo: 'Logo',
    logoHint: 'Ein Bild (PNG, WebP oder SVG) von höchstens 64 KB.',
    featured: 'Produkte, die auf der Startseite vorn stehen',
    featuredHint: 'Namen wie customer, einer pro Zeile, in ihrer Reihenfolge; höchstens 12.',
    links: 'Links am Fuß jeder Seite',
    linksHint: 'Einer pro Zeile, höchstens 10: Nutzungsbedingungen https://example.com/terms',
  },

  brandPreview: {
    light: 'Hell',
    dark: 'Dunkel',
    label: (shade) => `Seiten des Portals: ${shade}`,
    portal: 'Portal',
    products: 'Produkte',
    product: 'Wetter 1.0.0',
    subscribe: 'Abonnieren',
    documentation: 'Dokumentation',
  },
});

/** Texts of the settings of a catalog, and of how its portal looks. */
export const catalogSettingsTexts = { en, de } satisfies Texts;
