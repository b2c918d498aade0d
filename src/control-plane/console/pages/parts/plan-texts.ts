import { allLimits, type PlanLimits } from '../../../../domain/plan/plan.ts';
import type { PlanLimit } from '../../../../domain/plan/plan-limit.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import { translations } from '../../../../ui/languages/translations.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  limits: {
    none: 'No limit',
    noneBut: (atOnce: string) => `No limit but ${atOnce}`,
    atOnce: (calls: number) => `${format.number(calls)} at the same time`,
    /** Meaning of a limit, for example `500 calls an hour`. */
    of: ({ counts, meter, limit, operations, mode, ...span }: PlanLimit) => {
      const one = counts === 'KILOBYTES' ? 'kilobyte' : 'call';
      const amount = counts === 'GRAPHQL_COST' ? 'of cost' : (meter ?? (limit === 1 ? one : `${one}s`));
      const of = operations.length === 0 ? '' : ` of ${operations.join(', ')}`;
      const measured = mode === 'MEASURE' ? 'measured: ' : '';
      return `${measured}${format.number(limit)} ${amount} ${translations.en.limitSpan(span, format)}${of}`;
    },
  },

  price: translations.en.price(format),

  priceFields: {
    currency: 'Currency',
    currencyHint: 'For example EUR. Empty is free of charge.',
    amount: 'Amount a month',
    amountHint: 'With a point: 49.90.',
    charges: 'Charges for use',
    chargesHint: 'One a line, for calls or for a meter: 0.20 per 1000 calls after 100000, 2 per 1000 tokens.',
    notOne: (line: string) => `${line} is no charge: write it as "0.20 per 1000 calls after 100000".`,
    noDecimal: (typed: string) =>
      `${typed} is no decimal here: write it with a point and without separators of thousands, for example 0.05 or 1250.`,
  },

  limitFields: {
    calls: 'Calls',
    in: 'In',
    fixedWindow: 'A fixed window.',
    emptyIsNone: 'Empty is no limit.',
    units: { HOUR: 'an hour', MINUTE: 'a minute' },
    further: 'Further limits',
    furtherHint:
      'One a line: 10 calls per second with bursts of 50, 500 of cost per 10 minutes, 100000 calls per month in Europe/Berlin, 1000000 of tokens per month, 5000 kilobytes per day, 2 calls per hour of GET /reports, 3 calls at the same time of POST /reports. A call has to fit all.',
    cost: 'Cost of all documents together',
    notOne: (line: string) =>
      `${line} is no limit: write it as "10 calls per second", "500 of cost per 10 minutes", "100000 calls per month in Europe/Berlin" or "2 calls per hour of GET /reports".`,
  },
});

const de: typeof en = (format) => ({
  limits: {
    none: 'Unbegrenzt',
    noneBut: (atOnce) => `Unbegrenzt, aber ${atOnce}`,
    atOnce: (calls) => `${format.number(calls)} gleichzeitig`,
    of: ({ counts, meter, limit, operations, mode, ...span }) => {
      const calls = limit === 1 ? 'Aufruf' : 'Aufrufe';
      const amount = {
        GRAPHQL_COST: 'Kosten',
        KILOBYTES: 'Kilobyte',
        METER: meter,
        CALLS: calls,
        CONCURRENT: calls,
      };
      const of = operations.length === 0 ? '' : ` von ${operations.join(', ')}`;
      const measured = mode === 'MEASURE' ? 'gemessen: ' : '';
      return `${measured}${format.number(limit)} ${amount[counts]} ${translations.de.limitSpan(span, format)}${of}`;
    },
  },

  price: translations.de.price(format),

  priceFields: {
    currency: 'Währung',
    currencyHint: 'Zum Beispiel EUR. Leer heißt: kostenlos.',
    amount: 'Betrag im Monat',
    amountHint: 'Mit Komma: 49,90.',
    charges: 'Preise für Nutzung',
    chargesHint:
      'Einer je Zeile, für Aufrufe oder einen Zähler, in dieser Schreibweise: 0,20 per 1000 calls after 100000, 2 per 1000 tokens.',
    notOne: (line) => `${line} ist kein Preis: Schreiben Sie ihn wie „0,20 per 1000 calls after 100000“.`,
    noDecimal: (typed) =>
      `${typed} ist hier keine Dezimalzahl: Schreiben Sie sie mit Komma und ohne Tausendertrennzeichen, zum Beispiel 0,05 oder 1250.`,
  },

  limitFields: {
    calls: 'Aufrufe',
    in: 'Pro',
    fixedWindow: 'Ein festes Zeitfenster.',
    emptyIsNone: 'Leer heißt: unbegrenzt.',
    units: { HOUR: 'Stunde', MINUTE: 'Minute' },
    further: 'Weitere Limits',
    furtherHint:
      'Eines pro Zeile, in dieser Schreibweise: 10 calls per second with bursts of 50, 500 of cost per 10 minutes, 100000 calls per month in Europe/Berlin, 1000000 of tokens per month, 5000 kilobytes per day, 2 calls per hour of GET /reports, 3 calls at the same time of POST /reports. Ein Aufruf muss in alle passen.',
    cost: 'Kosten aller Dokumente zusammen',
    notOne: (line) =>
      `${line} ist kein Limit: Schreiben Sie es wie „10 calls per second“, „500 of cost per 10 minutes“, „100000 calls per month in Europe/Berlin“ oder „2 calls per hour of GET /reports“.`,
  },
});

/** Texts of the limits and prices of plans, and of the fields that change them. */
export const planTexts = { en, de } satisfies Texts;

type Limited = PlanLimits & { readonly maxConcurrentCalls: number };

/** Limits of a plan in words, for example `500 calls an hour, 10 calls a second, 100 at the same time`. */
export function limitsOfPlan({ limits }: Pick<ReturnType<typeof en>, 'limits'>, plan: Limited): string {
  const atOnce = limits.atOnce(plan.maxConcurrentCalls);
  const all = allLimits(plan).map(limits.of);
  return all.length === 0 ? limits.noneBut(atOnce) : [...all, atOnce].join(', ');
}

/** Limits on calls and on cost in words, for example `500 calls an hour, 10 calls a second`. */
export const limitsInWords = ({ limits }: Pick<ReturnType<typeof en>, 'limits'>, of: PlanLimits): string =>
  allLimits(of).map(limits.of).join(', ') || limits.none;
