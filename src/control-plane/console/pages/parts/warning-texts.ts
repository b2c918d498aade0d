import { kindOf } from '../../../../domain/api/security/api-key.ts';
import type { SecurityAlternative } from '../../../../domain/api/security.ts';
import type { LessAllowed } from '../../../../domain/plan/graphql-allowance.ts';
import type { Price } from '../../../../domain/plan/price.ts';
import { touchedInWords, versionsInWords } from '../../../../domain/product/compared-products.ts';
import type {
  AllowedCalls,
  LifecycleWarningCode,
  Obstacle,
  Touched,
  Versions,
  WarningFacts,
  WithoutWayIn,
} from '../../../../domain/product/lifecycle-warning.ts';
import { findingWords } from '../../../../domain/product/lint-policy.ts';
import { type ChangePhrase, phrased } from '../../../../foundation/text/change-phrase.ts';
import { listed } from '../../../../foundation/text/listed.ts';
import { type Severity, severities } from '../../../../openapi/lint/finding.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import { translations } from '../../../../ui/languages/translations.ts';
import type { Texts } from '../../texts.ts';
import { productTexts } from '../products/product-texts.ts';
import { germanLabel } from './enum-texts.ts';
import { planTexts } from './plan-texts.ts';

/** A warning as the management API gives it. */
export type ShownWarning = {
  readonly code: LifecycleWarningCode;
  readonly message: string;
  readonly facts: unknown;
};

/** A break as the management API gives it. */
export type ShownBreak = { readonly message: string; readonly phrase: unknown };

type Sentences = { readonly [Code in LifecycleWarningCode]: (facts: WarningFacts[Code]) => string };

/** The API says its warnings in English. A page lists the breaks by itself. */
const en = () => ({
  sentence: ({ code, message, facts }: ShownWarning) =>
    code === 'BREAKING_API_CHANGE' ? breaking(facts as WarningFacts[typeof code]) : message,
  /** Says what breaks callers of an API. */
  change: ({ message }: ShownBreak) => message,
});

function breaking({ before, after, touched }: WarningFacts['BREAKING_API_CHANGE']): string {
  if (after === null) return `${before} is not there any more. ${touchedInWords(touched)}`;
  const [was, is] = versionsInWords({ before, after });
  return `${is} breaks callers of ${was}. ${touchedInWords(touched)}`;
}

const de = (format: Formats): ReturnType<typeof en> => ({
  sentence: ({ code, facts }) => (germanSentences(format)[code] as (facts: unknown) => string)(facts),
  change: ({ phrase }) => phrased(phrase as ChangePhrase, translations.de.changes),
});

const germanNouns: Readonly<Record<Severity, readonly [one: string, more: string]>> = {
  ERROR: ['Fehler', 'Fehler'],
  WARN: ['Warnung', 'Warnungen'],
  INFORMATION: ['Anmerkung', 'Anmerkungen'],
  HINT: ['Hinweis', 'Hinweise'],
};

const germanCount = (severity: Severity, count: number, format: Formats): string =>
  `${format.number(count)} ${germanNouns[severity][count === 1 ? 0 : 1]}`;

const germanSentences = (format: Formats): Sentences => ({
  BREAKING_API_CHANGE: ({ before, after, touched }) =>
    after === null
      ? `${before} ist nicht mehr dabei. ${germanTouched(touched)}`
      : `Mit ${germanVersions({ before, after })[1]} scheitern Aufrufe von ${germanVersions({ before, after })[0]}. ${germanTouched(touched)}`,
  TIGHTER_RATE_LIMIT: ({ source, target, allowed, allows, touched, ...versions }) => {
    const [was, is] = germanVersions(versions);
    const loss = touched.count > 0 ? germanLoss(format, allowed, allows) : '';
    return `${source} von ${was} erlaubt ${germanCalls(format, allowed)}; ${target} von ${is} erlaubt ${germanCalls(format, allows)}. ${germanTouched(touched)}${loss}`;
  },
  TIGHTER_CONCURRENCY: (facts) => germanComparison(format, facts),
  TIGHTER_USAGE_LIMIT: (facts) => germanComparison(format, facts),
  OWN_LIMITS_REST: ({ source, target, after, touched }) =>
    `Eigene Limits, die für ${source} gesetzt wurden, gelten unter ${target} von ${after} nicht. ${germanTouched(touched)}`,
  TIGHTER_GRAPHQL_LIMIT: ({ source, target, less, touched, ...versions }) => {
    const [was, is] = germanVersions(versions);
    return `${target} von ${is} erlaubt GraphQL-Aufrufern weniger als ${source} von ${was}: ${listed(
      less.map((each) => germanLess(format, each)),
      'und',
    )}. ${germanTouched(touched)}`;
  },
  PLAN_HIDES_MORE: ({ source, target, hidden, touched, ...versions }) => {
    const [was, is] = germanVersions(versions);
    return `${target} von ${is} verbirgt ${listed(hidden, 'und')} seiner GraphQL-APIs; in ${source} von ${was} ist das sichtbar. ${germanTouched(touched)}`;
  },
  DEARER_PRICE: ({ source, target, cost, costs, touched, ...versions }) => {
    const [was, is] = germanVersions(versions);
    const price = (of: Price | null) =>
      of ? translations.de.price(format).of(of) : translations.de.price(format).free;
    return `${source} von ${was} kostet: ${price(cost)}. ${target} von ${is} kostet: ${price(costs)}. Abonnenten zahlen den alten Preis, bis ein Mitglied den neuen im Portal annimmt. ${germanTouched(touched)}`;
  },
  SECURITY_CHANGED: ({ asked, asks, touched, ...versions }) => {
    const [was, is] = germanVersions(versions);
    return `${was} verlangt ${germanSecurity(asked)}; ${is} verlangt ${germanSecurity(asks)}. ${germanTouched(touched)}`;
  },
  LESS_VISIBLE: ({ act, was: before, is: after, touched, ...versions }) => {
    const [was, is] = germanVersions(versions);
    const { visibilities, subscribabilities } = productTexts.de(format).audience;
    const audiences: Readonly<Record<string, string>> = act === 'SEE' ? visibilities : subscribabilities;
    const verb = act === 'SEE' ? 'sehen' : 'abonnieren';
    return `${is} dürfen weniger ${verb} als ${was} (jetzt: ${audiences[after]}; bisher: ${audiences[before]}). ${germanTouched(touched)}`;
  },
  SUBSCRIPTIONS_END: ({ product, count, first }) => {
    const more = count > first.length ? ` und ${format.number(count - first.length)} weitere` : '';
    const end = count === 1 ? '1 Abonnement' : `${format.number(count)} Abonnements`;
    return `${end} von ${product} ${count === 1 ? 'endet' : 'enden'}: ${first.join(', ')}${more}.`;
  },
  BACKEND_MISSING: ({ api, catalog, backend }) =>
    backend === null
      ? `Aufrufe von ${api} führen ins Leere: Das Dokument nennt keinen Server. Geben Sie der API eine Adresse oder ein Backend.`
      : `Aufrufe von ${api} werden abgewiesen: Im Katalog ${catalog} fehlt das Backend ${backend}. Setzen Sie es dort.`,
  SERVED_BY_COMPAT: ({ api, of, catalog, isPublished }) =>
    isPublished
      ? `Für ${api} antwortet das Backend von ${of}, über die Schritte des Compat.`
      : `Aufrufe von ${api} werden abgewiesen: Im Katalog ${catalog} fehlt ${of}, dessen Backend antworten soll. Veröffentlichen Sie ein Produkt damit.`,
  MOCKED: ({ api }) => `${api} antwortet mit den Beispielen aus dem Dokument und ruft kein Backend auf.`,
  DRIFTING: ({ api, days, ways, calls, first }) => {
    const more = ways > first.length ? ` und ${format.number(ways - first.length)} weitere` : '';
    const checked = calls === 1 ? '1 geprüften Aufruf' : `${format.number(calls)} geprüften Aufrufen`;
    return `Das Backend von ${api} antwortete in ${checked} der letzten ${days} Tage anders, als das Dokument sagt: ${first.join(', ')}${more}. Berichtigen Sie das Dokument oder das Backend.`;
  },
  RULE_FINDINGS: ({ api, ruleSet, counts, first }) => {
    const all = severities.flatMap((each) =>
      counts[each] > 0 ? [germanCount(each, counts[each], format)] : [],
    );
    return `Das Regelwerk ${ruleSet} findet im Dokument von ${api} ${listed(all, 'und')}: ${first.map(findingWords).join('; ')}.`;
  },
  REGISTRY_UNASSIGNED: (facts) =>
    `Kein Benutzername mit Passwort verschafft Zugang zu ${germanWhat(facts)}: ${germanRemedy(facts)}.`,
  TOKEN_UNOBTAINABLE: (facts) =>
    `Das Zugriffstoken, das ${germanWhat(facts)} verlangt, ist nicht zu bekommen: ${germanRemedy(facts)}.`,
  PATH_SHARED: ({ api, path, other, otherPath }) => {
    if (path === otherPath)
      return `${api} und ${other} liegen beide unter ${path}: Was die Anwendung abonniert hat, entscheidet, welche von beiden einen Aufruf bekommt.`;
    return path.startsWith(`${otherPath}/`)
      ? `Aufrufe unter ${path} gehen an ${api} und nicht mehr an ${other} unter ${otherPath}.`
      : `Aufrufe unter ${otherPath} gehen an ${other} und nicht an ${api} unter ${path}.`;
  },
  API_OFFLINE: ({ api, touched }) =>
    touched
      ? `Aufrufe von ${api} bekommen 503. ${germanTouched(touched)}`
      : `${api} ist offline: Aufrufe bekommen 503, bis Sie die API online nehmen.`,
  SERVER_CLOSED: ({ api, server }) =>
    `Jedes Feld von ${api} wird verweigert: Die Zugriffsregeln des GraphQL-Servers ${server} lassen niemanden zu. Geben Sie ihm Regeln.`,
  SUNSET_WITHOUT_SUCCESSOR: ({ product, count }) =>
    `${product} hat keinen Nachfolger: ${count === 1 ? '1 Abonnement läuft' : `${format.number(count)} Abonnements laufen`} über die Abschaltung hinaus. Legen Sie ein Ziel der Umstellung fest, oder lösen Sie das Produkt ab.`,
});

function germanTouched({ count, first }: Touched): string {
  if (count === 0) return 'Niemand hat abonniert.';
  const applications = count === 1 ? '1 Anwendung' : `${count} Anwendungen`;
  return `Betroffen: ${applications} (${listed(first, 'und', count)}).`;
}

/** Names both versions. They have the same name when one is published again. */
function germanVersions({ before, after }: Versions): [before: string, after: string] {
  return before === after ? [`${before} (veröffentlicht)`, `${after} (bearbeitet)`] : [before, after];
}

const calls = (format: Formats, count: number) =>
  count === 1 ? '1 Aufruf' : `${format.number(count)} Aufrufe`;

const limitsOf = (format: Formats, limits: AllowedCalls['limits']) =>
  listed(limits.map(planTexts.de(format).limits.of), 'und');

function germanComparison(
  format: Formats,
  { source, target, allowed, allows, touched, ...versions }: WarningFacts['TIGHTER_USAGE_LIMIT'],
): string {
  const [was, is] = germanVersions(versions);
  const before = allowed.length === 0 ? 'beliebigen Verbrauch' : limitsOf(format, allowed);
  return `${source} von ${was} erlaubt ${before}; ${target} von ${is} erlaubt ${limitsOf(format, allows)}. ${germanTouched(touched)}`;
}

/** Names the limits on calls. One of another unit is given per hour too. */
function germanCalls(format: Formats, { limits, perHour }: AllowedCalls): string {
  const [one, ...others] = limits;
  if (!one) return 'beliebig viele Aufrufe';
  const isPerHour = one.per === 'HOUR' && one.every === 1;
  const words = limitsOf(format, limits);
  return isPerHour || others.length > 0 || perHour === null
    ? words
    : `${words} (${format.number(perHour)} pro Stunde)`;
}

/** Says what each application loses, per hour or at once. */
function germanLoss(format: Formats, had: AllowedCalls, has: AllowedCalls): string {
  if (has.perHour !== null && had.perHour === null)
    return ` Jede hatte kein Limit und behält ${calls(format, has.perHour)} pro Stunde.`;
  if (has.perHour !== null && had.perHour !== null && has.perHour < had.perHour)
    return ` Jede verliert ${calls(format, had.perHour - has.perHour)} pro Stunde und behält ${format.number(has.perHour)}.`;
  return has.atOnce !== null && had.atOnce !== null && has.atOnce < had.atOnce
    ? ` Jede darf ${calls(format, has.atOnce)} auf einmal machen statt ${format.number(had.atOnce)}.`
    : '';
}

function germanLess(format: Formats, less: LessAllowed): string {
  switch (less.what) {
    case 'COST':
      return `Kosten je Dokument ${format.number(less.after)} statt ${bound(format, less.before)}`;
    case 'DEPTH':
      return `Tiefe ${format.number(less.after)} statt ${bound(format, less.before)}`;
    case 'COST_TOGETHER':
      return `${limitsOf(format, less.after)} statt ${less.before.length === 0 ? 'beliebig' : limitsOf(format, less.before)}`;
    case 'REGISTERED_ONLY':
      return 'nur registrierte Operationen statt beliebiger';
  }
}

const bound = (format: Formats, value: number | null) => (value === null ? 'beliebig' : format.number(value));

function germanSecurity(alternatives: readonly SecurityAlternative[]): string {
  const words = alternatives.map(
    ({ parts, condition }) =>
      parts.map(germanPart).join(' zusammen mit ') + (condition === undefined ? '' : `, wenn ${condition}`),
  );
  return words.sort().join(' oder ') || 'nichts';
}

function germanPart({ definition, scopes }: SecurityAlternative['parts'][number]): string {
  switch (definition.type) {
    case 'MUTUAL_TLS':
      return 'ein Client-Zertifikat';
    case 'HTTP_BASIC':
      return `Benutzername und Passwort aus ${definition.userRegistry}`;
    case 'OAUTH2': {
      const { oauthProvider, flow } = definition;
      const withScopes = scopes.length === 0 ? '' : ` mit ${[...scopes].sort().join(', ')}`;
      return `ein Zugriffstoken von ${oauthProvider} (${flow === null ? 'jeder Flow' : germanLabel(flow)})${withScopes}`;
    }
    case 'API_KEY': {
      const { keyLocation, keyName } = definition;
      const where = keyLocation === 'HEADER' ? 'im Header' : 'in der Query als';
      return `${germanLabel(kindOf(definition))} ${where} ${keyName}`;
    }
  }
}

const germanWhat = ({ api, operation }: WithoutWayIn) =>
  operation === null ? api : `${operation} von ${api}`;

const germanRemedy = ({ obstacles }: WithoutWayIn) =>
  [...new Set(obstacles.map((each) => each.map(germanObstacle).join(', und ')))].join('; ');

function germanObstacle(obstacle: Obstacle): string {
  switch (obstacle.lacks) {
    case 'REGISTRY_IN_CATALOG':
      return `Ordnen Sie das Benutzerverzeichnis ${obstacle.userRegistry} dem Katalog ${obstacle.catalog} zu`;
    case 'PROVIDER_IN_CATALOG':
      return `Ordnen Sie den OAuth-Provider ${obstacle.oauthProvider} dem Katalog ${obstacle.catalog} zu`;
    case 'GRANT_TYPE':
      return `dem OAuth-Provider ${obstacle.oauthProvider} fehlt der Grant ${obstacle.grantTypes.join(' oder ')}`;
    case 'REGISTRY_OF_PROVIDER':
      return `der OAuth-Provider ${obstacle.oauthProvider} hat kein Benutzerverzeichnis`;
  }
}

/** Sentences of the warnings before a lifecycle change. */
export const warningTexts = { en, de } satisfies Texts;
