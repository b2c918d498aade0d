import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  groups: {
    groups: 'Groups',
    link: 'Groups of consumer orgs',
    title: (catalog: string) => `Groups of ${catalog}`,
    lead: 'A group collects consumer orgs, and people by their mail domains.',
    search: 'Search groups by name or title',
    heading: (count: number) => `Groups: ${format.number(count)}`,
    caption: 'Groups',
    rows: 'groups',
    none: 'No groups yet.',
    group: 'Group',
    consumerOrgs: 'Consumer orgs',
    mailDomains: 'Mail domains',
    mailDomainsHint:
      'For example example.com, separated by commas. They count for addresses that you entered here yourself, not for those that people gave themselves.',
    noDomains: 'none',
    create: 'Create a group',
    nobody: 'No consumer orgs yet.',
    remove: 'Remove',
    settings: 'Settings',
    save: 'Save',
    addTitle: 'Add a consumer org',
    addName: 'Name of the consumer org',
    add: 'Add',
    deletion: {
      title: (title: string) => `Delete ${title}`,
      text: 'The consumer orgs in it stay, with their applications and subscriptions.',
      confirm: (title: string) => `Delete the group ${title}?`,
    },
  },
});

const de: typeof en = (format) => ({
  groups: {
    groups: 'Gruppen',
    link: 'Gruppen von Organisationen',
    title: (catalog) => `Gruppen von ${catalog}`,
    lead: 'Eine Gruppe fasst Organisationen von Konsumenten unter einem Namen zusammen, und Personen nach den Domains ihrer E-Mail.',
    search: 'Gruppen nach Name oder Titel durchsuchen',
    heading: (count) => `Gruppen: ${format.number(count)}`,
    caption: 'Gruppen',
    rows: 'Gruppen',
    none: 'Es gibt noch keine.',
    group: 'Gruppe',
    consumerOrgs: 'Organisationen',
    mailDomains: 'E-Mail-Domains',
    mailDomainsHint:
      'Zum Beispiel example.com, durch Kommas getrennt. Sie gelten für Adressen, die Sie hier selbst eingetragen haben, nicht für solche, die jemand selbst angegeben hat.',
    noDomains: 'keine',
    create: 'Gruppe anlegen',
    nobody: 'Keine Organisation ist darin.',
    remove: 'Herausnehmen',
    settings: 'Einstellungen',
    save: 'Speichern',
    addTitle: 'Organisation aufnehmen',
    addName: 'Name der Organisation',
    add: 'Aufnehmen',
    deletion: {
      title: (title) => `${title} löschen`,
      text: 'Die Organisationen darin bleiben, mit ihren Anwendungen und Abonnements.',
      confirm: (title) => `Die Gruppe ${title} löschen?`,
    },
  },
});

/** Texts of groups of consumer orgs. */
export const groupTexts = { en, de } satisfies Texts;
