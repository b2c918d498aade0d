import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

type Charge = { readonly counts: 'CALLS' | 'METER'; readonly meter: string | null };

const en = (format: Formats) => ({
  invoice: {
    name: 'Invoice',
    preview: 'Preview of this month',
    title: (month: string) => `Invoice preview of ${month}`,
    none: 'Nothing is due',
    noneText: 'No subscription had a price in this month that a member has accepted.',
    lead: 'Nothing is charged here. A period that lasts is taken to last until the end of the month.',
    total: 'Total',
    lines: 'Lines of the invoice',
    application: 'Application',
    plan: 'Plan',
    period: 'Period',
    fromTo: (from: string, to: string) => `${format.dateTime(from)} to ${format.dateTime(to)}`,
    thing: 'For',
    thingOf: (charge: Charge | null) =>
      charge === null ? 'Base amount' : charge.counts === 'METER' ? (charge.meter ?? '') : 'Calls',
    used: 'Used',
    included: 'Included',
    billable: 'Beyond that',
    amount: 'Amount',
    first: (count: number) => `These are the first ${format.number(count)} periods.`,
  },
});

const de: typeof en = (format) => ({
  invoice: {
    name: 'Rechnung',
    preview: 'Vorschau dieses Monats',
    title: (month) => `Vorschau der Rechnung für ${month}`,
    none: 'Nichts ist fällig',
    noneText: 'Kein Abonnement hatte in diesem Monat einen Preis, den ein Mitglied angenommen hat.',
    lead: 'Hier wird nichts abgebucht. Ein Zeitraum, der andauert, zählt bis zum Ende des Monats.',
    total: 'Summe',
    lines: 'Zeilen der Rechnung',
    application: 'Anwendung',
    plan: 'Plan',
    period: 'Zeitraum',
    fromTo: (from, to) => `${format.dateTime(from)} bis ${format.dateTime(to)}`,
    thing: 'Für',
    thingOf: (charge) =>
      charge === null ? 'Grundbetrag' : charge.counts === 'METER' ? (charge.meter ?? '') : 'Aufrufe',
    used: 'Genutzt',
    included: 'Enthalten',
    billable: 'Darüber',
    amount: 'Betrag',
    first: (count) => `Das sind die ersten ${format.number(count)} Zeiträume.`,
  },
});

/** Texts of invoice previews. */
export const invoiceTexts = { en, de } satisfies Texts;
