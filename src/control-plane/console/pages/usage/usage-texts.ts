import type { UsageInterval, UsageSpan } from '../../../../domain/call/usage.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

/** A time as sentences have it. */
export type WordsOfTime = {
  /** After "calls", for example `the last hour`. */
  readonly of: string;
  /** After "no calls". */
  readonly within: string;
};

/** The most calls of a bucket, and its beginning. */
type Busiest = { readonly most: number; readonly from: string };

type WordsOfSpan = WordsOfTime & {
  /** Text of the button that chooses it. */
  readonly short: string;
};

const en = (format: Formats) => ({
  title: 'Usage',
  titleOf: (org: string) => `Usage of ${org}`,
  quotas: 'Quotas',
  none: (within: string) => `No calls in ${within}.`,
  noneHint: 'Calls appear about a second after they are answered. Choose another time, or make one.',

  metered: {
    title: 'Metered usage for billing',
    hint: 'What prices of plans charge for, by subscription and hour, in the time of this page. Each line has an id that stays: a billing system counts it once.',
    events: 'CloudEvents (JSON lines)',
    csv: 'Metered usage as CSV',
  },

  range: {
    label: 'How far back',
    days: 'Days',
    from: 'First day (UTC)',
    to: 'Last day (UTC)',
    show: 'Show',
    refused: (daysMax: number) => `Choose a first day, and a last one that is at most ${daysMax} days later.`,
  },
  spans: {
    QUARTER_HOUR: spanOf('15 min', 'the last 15 minutes'),
    HOUR: spanOf('1 hour', 'the last hour'),
    DAY: spanOf('24 hours', 'the last 24 hours'),
    WEEK: spanOf('7 days', 'the last 7 days'),
    MONTH: spanOf('30 days', 'the last 30 days'),
    QUARTER: spanOf('90 days', 'the last 90 days'),
  } as Readonly<Record<UsageSpan, WordsOfSpan>>,
  /** Days from the first to the last, as a button has them. */
  days: (first: string, last: string) =>
    first === last ? format.date(first) : `${format.date(first)} to ${format.date(last)}`,
  /** Days from the first to the last in sentences. */
  wordsOfDays: (first: string, last: string): WordsOfTime => {
    const days = first === last ? format.date(first) : `${format.date(first)} to ${format.date(last)}`;
    return { of: days, within: days };
  },

  filters: {
    catalog: 'Catalog',
    everyCatalog: 'Every catalog',
    show: 'Show',
    only: {
      catalog: 'Only catalog',
      product: 'Only product',
      consumerOrg: 'Only consumer org',
      application: 'Only application',
    },
    showAll: (instead: string) => `Show all instead of ${instead}`,
  },

  tiles: {
    calls: 'Calls',
    callsBy: (interval: UsageInterval) => `Calls by the ${interval.toLowerCase()}`,
    before: (calls: number) => `${format.number(calls)} before`,
    errors: 'Errors',
    errorsBy: (interval: UsageInterval) => `Errors by the ${interval.toLowerCase()}`,
    failed: (calls: number) => `${format.number(calls)} failed with 5xx`,
    duration: 'Latency (p95)',
    durationBy: (interval: UsageInterval) => `95% within, by the ${interval.toLowerCase()}`,
    half: (duration: string) => `p50 ${duration}`,
    refused: 'Refused',
    refusedBy: (interval: UsageInterval) => `Refused by the ${interval.toLowerCase()}`,
    refusedOrLimited: (refused: number, limited: number) =>
      `${format.number(refused)} refused, ${format.number(limited)} over a limit`,
    measured: (calls: number) => `${format.number(calls)} more over a measured one`,
    against: 'against the time before',
  },

  charts: {
    calls: 'Calls',
    callsIn: (of: string, total: number, { most, from }: Busiest) =>
      `Calls of ${of}: ${format.number(total)} in all. The most were ${format.number(most)}, from ${from}.`,
    durations: 'Durations (ms)',
    durationsIn: (of: string) => `Durations of ${of} in milliseconds: p50, p95 and p99.`,
    when: 'From (UTC)',
    table: 'The same as a table',
    total: 'Total',
    series: {
      answered: 'Answered',
      clientErrors: 'Client errors (4xx)',
      limited: 'Over the limit (429)',
      refused: 'Refused by the gateway',
      serverErrors: 'Failed (5xx)',
    },
  },

  tables: {
    byPlan: 'By product and plan',
    byApplication: 'By application',
    byOperation: 'By operation',
    nobodys: 'Unknown',
    noOperation: '(no operation)',
    counted:
      'Counted within about a second. Durations leave out refused calls, and are accurate to a factor of 1.4.',
    first: <Part>(rows: number, query: Part): (string | Part)[] => [
      `The ${rows} with the most calls; the query `,
      query,
      ' has all.',
    ],
    columns: {
      of: 'Name',
      calls: 'Calls',
      answered: 'Answered',
      clientErrors: 'Client errors',
      limited: 'Over the limit',
      refused: 'Refused',
      failed: 'Failed',
    },
    byMeter: 'By meter',
    meter: 'Meter',
    units: 'Units',
    faults: 'Answers without a value',
    metersByHour: 'Meters are counted by the hour: each hour of the time is there as a whole.',
    refusals: 'Refused and failed, by code',
    noRefusal: 'No call was refused.',
    code: 'Code',
    says: 'Meaning',
    share: 'Share',
  },
});

function spanOf(short: string, text: string): WordsOfSpan {
  return { short, of: text, within: text };
}

const each = { MINUTE: 'je Minute', HOUR: 'je Stunde', DAY: 'je Tag' } as const;

const de: typeof en = (format) => ({
  title: 'Nutzung',
  titleOf: (org) => `Nutzung von ${org}`,
  quotas: 'Kontingente',
  none: (within) => `Keine Aufrufe ${within}.`,
  noneHint:
    'Aufrufe erscheinen hier etwa eine Sekunde nach ihrer Antwort. Wählen Sie einen anderen Zeitraum, oder rufen Sie eine API auf.',

  metered: {
    title: 'Gemessene Nutzung für die Abrechnung',
    hint: 'Was Preise von Plänen berechnen, nach Abonnement und Stunde, in der Zeit dieser Seite. Jede Zeile hat eine feste id: Ein Abrechnungssystem zählt sie einmal.',
    events: 'CloudEvents (JSON-Zeilen)',
    csv: 'Gemessene Nutzung als CSV',
  },

  range: {
    label: 'Zeitraum',
    days: 'Tage',
    from: 'Erster Tag (UTC)',
    to: 'Letzter Tag (UTC)',
    show: 'Anzeigen',
    refused: (daysMax) =>
      `Wählen Sie einen ersten Tag und einen letzten, der höchstens ${daysMax} Tage später ist.`,
  },
  spans: {
    QUARTER_HOUR: germanSpan('15 Min.', 'letzten 15 Minuten'),
    HOUR: { short: '1 Std.', of: 'der letzten Stunde', within: 'in der letzten Stunde' },
    DAY: germanSpan('24 Std.', 'letzten 24 Stunden'),
    WEEK: germanSpan('7 Tage', 'letzten 7 Tage', 'letzten 7 Tagen'),
    MONTH: germanSpan('30 Tage', 'letzten 30 Tage', 'letzten 30 Tagen'),
    QUARTER: germanSpan('90 Tage', 'letzten 90 Tage', 'letzten 90 Tagen'),
  },
  days: (first, last) =>
    first === last ? format.date(first) : `${format.date(first)} bis ${format.date(last)}`,
  wordsOfDays: (first, last) => {
    const days =
      first === last ? `am ${format.date(first)}` : `vom ${format.date(first)} bis zum ${format.date(last)}`;
    return { of: days, within: days };
  },

  filters: {
    catalog: 'Katalog',
    everyCatalog: 'Alle Kataloge',
    show: 'Anzeigen',
    only: {
      catalog: 'Nur Katalog',
      product: 'Nur Produkt',
      consumerOrg: 'Nur Konsumenten',
      application: 'Nur Anwendung',
    },
    showAll: (instead) => `Alle anzeigen statt nur ${instead}`,
  },

  tiles: {
    calls: 'Aufrufe',
    callsBy: (interval) => `Aufrufe ${each[interval]}`,
    before: (calls) => `${format.number(calls)} davor`,
    errors: 'Fehler',
    errorsBy: (interval) => `Fehler ${each[interval]}`,
    failed: (calls) => `${format.number(calls)} fehlgeschlagen mit 5xx`,
    duration: 'Dauer, 95 % innerhalb von',
    durationBy: (interval) => `95 % innerhalb von, ${each[interval]}`,
    half: (duration) => `die Hälfte innerhalb von ${duration}`,
    refused: 'Abgewiesen',
    refusedBy: (interval) => `Abgewiesene ${each[interval]}`,
    refusedOrLimited: (refused, limited) =>
      `${format.number(refused)} abgewiesen, ${format.number(limited)} über einem Limit`,
    measured: (calls) => `${format.number(calls)} weitere über einem gemessenen`,
    against: 'gegenüber dem Zeitraum davor',
  },

  charts: {
    calls: 'Aufrufe',
    callsIn: (of, total, { most, from }) =>
      `Aufrufe ${of}: zusammen ${format.number(total)}. Ab ${from} waren es mit ${format.number(most)} die meisten.`,
    durations: 'Dauer (ms)',
    durationsIn: (of) =>
      `Dauer der Aufrufe ${of} in Millisekunden: die Grenze für die Hälfte, für 95 und für 99 von hundert Aufrufen.`,
    when: 'Ab (UTC)',
    table: 'Dasselbe als Tabelle',
    total: 'Zusammen',
    series: {
      answered: 'Beantwortet',
      clientErrors: 'Fehler des Aufrufers (4xx)',
      limited: 'Über dem Limit (429)',
      refused: 'Vom Gateway abgewiesen',
      serverErrors: 'Fehlgeschlagen (5xx)',
    },
  },

  tables: {
    byPlan: 'Nach Produkt und Plan',
    byApplication: 'Nach Anwendung',
    byOperation: 'Nach Operation',
    nobodys: 'Nicht bekannt',
    noOperation: '(keine Operation)',
    counted:
      'Gezählt wird innerhalb von etwa einer Sekunde. Die Dauer gilt für Aufrufe, die nicht abgewiesen wurden, und kann um den Faktor 1,4 abweichen.',
    first: (rows, query) => [`Die ${rows} mit den meisten Aufrufen; die Query `, query, ' liefert alle.'],
    columns: {
      of: 'Von',
      calls: 'Aufrufe',
      answered: 'Beantwortet',
      clientErrors: 'Fehler des Aufrufers',
      limited: 'Über dem Limit',
      refused: 'Abgewiesen',
      failed: 'Fehlgeschlagen',
    },
    byMeter: 'Nach Zähler',
    meter: 'Zähler',
    units: 'Einheiten',
    faults: 'Antworten ohne Angabe',
    metersByHour: 'Zähler werden stundenweise geführt: Jede Stunde des Zeitraums ist ganz enthalten.',
    refusals: 'Abgewiesen und fehlgeschlagen, nach Code',
    noRefusal: 'Kein Aufruf wurde abgewiesen.',
    code: 'Code',
    says: 'Was er besagt',
    share: 'Anteil',
  },
});

/** Makes the words of a span. The dative is given where it differs. */
function germanSpan(short: string, genitive: string, dative = genitive): WordsOfSpan {
  return { short, of: `der ${genitive}`, within: `in den ${dative}` };
}

/** Texts of usage: its times, filters, tiles, charts and tables. */
export const usageTexts = { en, de } satisfies Texts;
