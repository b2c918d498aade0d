import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';
import { applicationTexts } from './application-texts.ts';
import { consumerOrgTexts } from './consumer-org-texts.ts';
import { groupTexts } from './group-texts.ts';
import { invoiceTexts } from './invoice-texts.ts';
import { subscriptionTexts } from './subscription-texts.ts';

const en = (format: Formats) => ({
  catalog: (title: string) => `Catalog ${title}`,
  consumers: 'Consumers',
  name: 'Name',
  calls: 'Calls',
  usageOf: (title: string) => `Usage of ${title}`,
  create: 'Create',

  list: {
    title: (catalog: string) => `Consumers of ${catalog}`,
    search: 'Search consumer orgs by name or title',
    submit: 'Search',
    heading: (count: number) => `Consumer orgs: ${format.number(count)}`,
    caption: 'Consumer orgs',
    rows: 'consumer orgs',
    consumerOrg: 'Consumer org',
    owner: 'Owner',
    nobody: 'Nobody',
    more: (count: number) => `and ${format.number(count)} more`,
    applications: 'Applications',
    noneFound: 'No results.',
    none: 'There is none here: one comes by the form below, or signs up in the portal where that is switched on.',
    create: 'Create a consumer org',
    ownerName: 'Username of its owner',
    ownerEmail: 'Email address, if known',
  },

  ...consumerOrgTexts.en(format),
  ...groupTexts.en(format),
  ...applicationTexts.en(),
  ...subscriptionTexts.en(format),
  ...invoiceTexts.en(format),
});

const de: typeof en = (format) => ({
  catalog: (title) => `Katalog ${title}`,
  consumers: 'Konsumenten',
  name: 'Name',
  calls: 'Aufrufe',
  usageOf: (title) => `Nutzung von ${title}`,
  create: 'Anlegen',

  list: {
    title: (catalog) => `Konsumenten von ${catalog}`,
    search: 'Organisationen nach Name oder Titel durchsuchen',
    submit: 'Suchen',
    heading: (count) => `Organisationen von Konsumenten: ${format.number(count)}`,
    caption: 'Organisationen von Konsumenten',
    rows: 'Organisationen',
    consumerOrg: 'Organisation',
    owner: 'Inhaber',
    nobody: 'Niemand',
    more: (count) => `und ${format.number(count)} weitere`,
    applications: 'Anwendungen',
    noneFound: 'Keine gefunden.',
    none: 'Hier gibt es noch keine: Legen Sie eine mit dem Formular unten an; wo es eingeschaltet ist, legt man sich im Portal auch selbst eine an.',
    create: 'Organisation von Konsumenten anlegen',
    ownerName: 'Benutzername des Inhabers',
    ownerEmail: 'E-Mail-Adresse, falls bekannt',
  },

  ...consumerOrgTexts.de(format),
  ...groupTexts.de(format),
  ...applicationTexts.de(),
  ...subscriptionTexts.de(format),
  ...invoiceTexts.de(format),
});

/** Texts of consumer orgs: their people, applications and subscriptions. */
export const consumerTexts = { en, de } satisfies Texts;
