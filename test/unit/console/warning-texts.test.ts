import { describe, expect, it } from 'vitest';
import { messages } from '../../../src/control-plane/console/pages/messages.ts';
import type { LifecycleWarningCode, WarningFacts } from '../../../src/domain/product/lifecycle-warning.ts';

const touched = { count: 2, first: ['consumers/alpha', 'consumers/beta'] };
const versions = { before: 'shop:1.0.0', after: 'shop:2.0.0' };
const plans = { ...versions, source: 'gold', target: 'silver', touched };
const none = { count: 0, first: [] };
const limit = (calls: number, per: 'HOUR' | 'MINUTE') => ({
  name: 'rateLimit',
  counts: 'CALLS' as const,
  limit: calls,
  per,
  every: 1,
  timeZone: null,
  operations: [],
});
const atOnce = (calls: number) => ({ ...limit(calls, 'HOUR'), counts: 'CONCURRENT' as const, per: null });
const key = {
  definition: { name: 'key', type: 'API_KEY', keyLocation: 'HEADER', keyName: 'X-Client-Id' } as const,
  scopes: [],
};
const token = {
  definition: { name: 'oauth', type: 'OAUTH2', oauthProvider: 'shop-oauth', flow: null } as const,
  scopes: ['orders'],
};

/** Facts of each warning, and the sentence that pages have of them in German. */
const sentences: { readonly [Code in LifecycleWarningCode]: readonly [WarningFacts[Code], string] } = {
  MOCKED: [
    { api: 'shop:1.0.0' },
    'shop:1.0.0 antwortet mit den Beispielen aus dem Dokument und ruft kein Backend auf.',
  ],
  SERVED_BY_COMPAT: [
    { api: 'shop:1.0.0', of: 'shop:2.0.0', catalog: 'sandbox', isPublished: true },
    'Für shop:1.0.0 antwortet das Backend von shop:2.0.0, über die Schritte des Compat.',
  ],
  DRIFTING: [
    { api: 'shop:1.0.0', days: 7, ways: 3, calls: 1, first: ['GET /orders /body (json)'] },
    'Das Backend von shop:1.0.0 antwortete in 1 geprüften Aufruf der letzten 7 Tage anders, als das Dokument sagt: GET /orders /body (json) und 2 weitere. Berichtigen Sie das Dokument oder das Backend.',
  ],
  RULE_FINDINGS: [
    {
      api: 'shop:1.0.0',
      ruleSet: 'house-style',
      counts: { ERROR: 2, WARN: 1, INFORMATION: 0, HINT: 0 },
      first: [
        {
          rule: 'info-contact',
          severity: 'ERROR',
          message: 'It has no contact.',
          pointer: '/info',
          line: null,
        },
      ],
    },
    'Das Regelwerk house-style findet im Dokument von shop:1.0.0 2 Fehler und 1 Warnung: info-contact (/info): It has no contact.',
  ],
  BREAKING_API_CHANGE: [
    { before: 'shop:1.0.0', after: 'shop:1.0.0', touched },
    'Mit shop:1.0.0 (bearbeitet) scheitern Aufrufe von shop:1.0.0 (veröffentlicht). Betroffen: 2 Anwendungen (consumers/alpha und consumers/beta).',
  ],
  TIGHTER_RATE_LIMIT: [
    {
      ...plans,
      touched: { count: 1, first: ['consumers/alpha'] },
      allowed: { limits: [limit(100, 'HOUR')], perHour: 100, atOnce: 100 },
      allows: { limits: [limit(1, 'MINUTE')], perHour: 60, atOnce: 1 },
    },
    'gold von shop:1.0.0 erlaubt 100 Aufrufe pro Stunde; silver von shop:2.0.0 erlaubt 1 Aufruf pro Minute (60 pro Stunde). Betroffen: 1 Anwendung (consumers/alpha). Jede verliert 40 Aufrufe pro Stunde und behält 60.',
  ],
  TIGHTER_CONCURRENCY: [
    { ...plans, touched: none, allowed: [atOnce(100)], allows: [atOnce(7)] },
    'gold von shop:1.0.0 erlaubt 100 Aufrufe gleichzeitig; silver von shop:2.0.0 erlaubt 7 Aufrufe gleichzeitig. Niemand hat abonniert.',
  ],
  TIGHTER_USAGE_LIMIT: [
    {
      ...plans,
      touched: none,
      allowed: [],
      allows: [{ ...limit(5000, 'HOUR'), counts: 'METER', meter: 'tokens' }],
    },
    'gold von shop:1.0.0 erlaubt beliebigen Verbrauch; silver von shop:2.0.0 erlaubt 5.000 tokens pro Stunde. Niemand hat abonniert.',
  ],
  OWN_LIMITS_REST: [
    { ...plans, touched: none },
    'Eigene Limits, die für gold gesetzt wurden, gelten unter silver von shop:2.0.0 nicht. Niemand hat abonniert.',
  ],
  TIGHTER_GRAPHQL_LIMIT: [
    {
      ...plans,
      touched: none,
      less: [
        { what: 'COST', before: null, after: 50 },
        { what: 'DEPTH', before: 10, after: 5 },
        { what: 'REGISTERED_ONLY' },
      ],
    },
    'silver von shop:2.0.0 erlaubt GraphQL-Aufrufern weniger als gold von shop:1.0.0: Kosten je Dokument 50 statt beliebig, Tiefe 5 statt 10 und nur registrierte Operationen statt beliebiger. Niemand hat abonniert.',
  ],
  PLAN_HIDES_MORE: [
    { ...plans, touched: none, hidden: ['Query.orders', 'Order.price'] },
    'silver von shop:2.0.0 verbirgt Query.orders und Order.price seiner GraphQL-APIs; in gold von shop:1.0.0 ist das sichtbar. Niemand hat abonniert.',
  ],
  DEARER_PRICE: [
    {
      ...plans,
      touched: none,
      cost: null,
      costs: { currency: 'EUR', amount: '49.00', charges: [] },
    },
    'gold von shop:1.0.0 kostet: Kostenlos. silver von shop:2.0.0 kostet: 49,00\u00A0€ im Monat. Abonnenten zahlen den alten Preis, bis ein Mitglied den neuen im Portal annimmt. Niemand hat abonniert.',
  ],
  SECURITY_CHANGED: [
    { ...versions, touched: none, asked: [{ parts: [key] }], asks: [{ parts: [token] }] },
    'shop:1.0.0 verlangt Client-ID im Header X-Client-Id; shop:2.0.0 verlangt ein Zugriffstoken von shop-oauth (jeder Flow) mit orders. Niemand hat abonniert.',
  ],
  LESS_VISIBLE: [
    { ...versions, touched: none, act: 'SEE', was: 'PUBLIC', is: 'CUSTOM' },
    'shop:2.0.0 dürfen weniger sehen als shop:1.0.0 (jetzt: Ausgewählte Konsumenten und Abonnenten; bisher: Alle). Niemand hat abonniert.',
  ],
  SUBSCRIPTIONS_END: [
    { product: 'shop:1.0.0', count: 3, first: ['consumers/alpha (gold)', 'consumers/beta (gold)'] },
    '3 Abonnements von shop:1.0.0 enden: consumers/alpha (gold), consumers/beta (gold) und 1 weitere.',
  ],
  BACKEND_MISSING: [
    { api: 'shop:1.0.0', catalog: 'sandbox', backend: 'orders' },
    'Aufrufe von shop:1.0.0 werden abgewiesen: Im Katalog sandbox fehlt das Backend orders. Setzen Sie es dort.',
  ],
  REGISTRY_UNASSIGNED: [
    {
      api: 'shop:1.0.0',
      operation: 'GET /orders',
      obstacles: [[{ lacks: 'REGISTRY_IN_CATALOG', userRegistry: 'staff', catalog: 'sandbox' }]],
    },
    'Kein Benutzername mit Passwort verschafft Zugang zu GET /orders von shop:1.0.0: Ordnen Sie das Benutzerverzeichnis staff dem Katalog sandbox zu.',
  ],
  TOKEN_UNOBTAINABLE: [
    {
      api: 'shop:1.0.0',
      operation: null,
      obstacles: [
        [
          {
            lacks: 'GRANT_TYPE',
            oauthProvider: 'shop-oauth',
            grantTypes: ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE'],
          },
        ],
        [{ lacks: 'REGISTRY_OF_PROVIDER', oauthProvider: 'other' }],
      ],
    },
    'Das Zugriffstoken, das shop:1.0.0 verlangt, ist nicht zu bekommen: dem OAuth-Provider shop-oauth fehlt der Grant RESOURCE_OWNER_PASSWORD oder ACCESS_CODE; der OAuth-Provider other hat kein Benutzerverzeichnis.',
  ],
  PATH_SHARED: [
    { api: 'orders:1.0.0', path: '/shop/orders', other: 'shop:1.0.0', otherPath: '/shop' },
    'Aufrufe unter /shop/orders gehen an orders:1.0.0 und nicht mehr an shop:1.0.0 unter /shop.',
  ],
  API_OFFLINE: [
    { api: 'shop:1.0.0', touched: null },
    'shop:1.0.0 ist offline: Aufrufe bekommen 503, bis Sie die API online nehmen.',
  ],
  SERVER_CLOSED: [
    { api: 'shop:1.0.0', server: 'shop-graph' },
    'Jedes Feld von shop:1.0.0 wird verweigert: Die Zugriffsregeln des GraphQL-Servers shop-graph lassen niemanden zu. Geben Sie ihm Regeln.',
  ],
  SUNSET_WITHOUT_SUCCESSOR: [
    { product: 'shop:1.0.0', count: 1 },
    'shop:1.0.0 hat keinen Nachfolger: 1 Abonnement läuft über die Abschaltung hinaus. Legen Sie ein Ziel der Umstellung fest, oder lösen Sie das Produkt ab.',
  ],
};

describe('the sentence of a warning', () => {
  it.each(Object.entries(sentences))('is made of its facts in German: %s', (code, [facts, sentence]) => {
    const warning = { code: code as LifecycleWarningCode, message: 'in English', facts };
    expect(messages.de.warnings.sentence(warning)).toBe(sentence);
  });

  it('is that of the API in English', () => {
    const warning = { code: 'API_OFFLINE', message: 'shop:1.0.0 is Offline.', facts: {} } as const;
    expect(messages.en.warnings.sentence(warning)).toBe('shop:1.0.0 is Offline.');
  });

  it('leaves out in English the breaks that the page lists', () => {
    const [facts] = sentences.BREAKING_API_CHANGE;
    const warning = { code: 'BREAKING_API_CHANGE', message: 'in English', facts } as const;
    expect(messages.en.warnings.sentence(warning)).toBe(
      'shop:1.0.0 as edited breaks callers of shop:1.0.0 as published. It touches 2 applications: consumers/alpha and consumers/beta.',
    );
  });
});
