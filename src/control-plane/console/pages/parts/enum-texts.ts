/** Labels in German of the values of enums that pages show. */
export const germanLabels = {
  ADMINISTRATOR: 'Administrator',
  DEVELOPER: 'Entwickler',
  VIEWER: 'Betrachter',
  STAGED: 'Bereitgestellt',
  PUBLISHED: 'Veröffentlicht',
  DEPRECATED: 'Veraltet',
  RETIRED: 'Eingestellt',
  ARCHIVED: 'Archiviert',
  ENABLED: 'Aktiv',
  SUSPENDED: 'Gesperrt',
  ONLINE: 'Online',
  OFFLINE: 'Offline',
  INVITED: 'Eingeladen',
  API_ONLINE_STATE: 'API online oder offline',
  BACKEND_HEALTH: 'Zustand eines Backends',
  CHANGE_REQUEST: 'Änderungsantrag',
  CONTRACT_DRIFT: 'Abweichung vom Dokument',
  CREDENTIAL: 'Client-Key',
  CREDENTIAL_ENDING: 'Secret oder API-Key endet',
  GRAPHQL_SCHEMA: 'GraphQL-Schema',
  GRAPHQL_SERVER_STATE: 'Zustand eines GraphQL-Servers',
  LIMIT_ALERT: 'Limit fast erreicht',
  USAGE_ALERT: 'Spitze oder Stille',
  PRODUCT_LIFECYCLE: 'Zustand eines Produkts',
  SUBSCRIPTION: 'Abonnement',
  PENDING: 'Ausstehend',
  READY: 'Bereit',
  FAILED: 'Fehlgeschlagen',
  ENDS: 'Endet',
  MOVES: 'Geht über',
  OFFERED: 'Wechsel angeboten',
  RETURNS: 'Kommt zurück',
  STAYS: 'Bleibt',
  API_OFFLINE: 'API ist offline',
  BACKEND_MISSING: 'Backend fehlt',
  DRIFTING: 'Weicht vom Dokument ab',
  BREAKING_API_CHANGE: 'Aufrufe scheitern',
  DEARER_PRICE: 'Höherer Preis',
  LESS_VISIBLE: 'Weniger sichtbar',
  OWN_LIMITS_REST: 'Eigene Limits gelten nicht',
  PATH_SHARED: 'Pfad mehrfach vergeben',
  PLAN_HIDES_MORE: 'Plan verbirgt mehr',
  REGISTRY_UNASSIGNED: 'Benutzerverzeichnis nicht zugewiesen',
  SECURITY_CHANGED: 'Andere Anmeldung',
  SERVER_CLOSED: 'Server für alle verschlossen',
  SUBSCRIPTIONS_END: 'Abonnements enden',
  SUNSET_WITHOUT_SUCCESSOR: 'Abschaltung ohne Nachfolger',
  TIGHTER_CONCURRENCY: 'Weniger gleichzeitige Aufrufe',
  TIGHTER_GRAPHQL_LIMIT: 'Engeres GraphQL-Limit',
  TIGHTER_RATE_LIMIT: 'Weniger Aufrufe',
  TIGHTER_USAGE_LIMIT: 'Weniger Verbrauch',
  TOKEN_UNOBTAINABLE: 'Token nicht zu bekommen',
  ACTIVE: 'Aktiv',
  PENDING_APPROVAL: 'Wartet auf Freigabe',
  REJECTED: 'Abgelehnt',
  PROPOSED: 'Vorgeschlagen',
  APPROVED: 'Freigegeben',
  SCHEDULED: 'Geplant',
  DONE: 'Ausgeführt',
  STALE: 'Überholt',
  CANCELLED: 'Zurückgezogen',
  EXPIRED: 'Abgelaufen',
  CREATE: 'Anlegen',
  UPDATE: 'Ändern',
  DELETE: 'Löschen',
  TRANSITION: 'Zustand wechseln',
  KEY: 'API-Key',
  CLIENT_ID: 'Client-ID',
  CLIENT_ID_AND_SECRET: 'Client-ID und Secret',
  ENUM: 'Enum',
  INPUT_OBJECT: 'Input-Objekt',
  INTERFACE: 'Interface',
  OBJECT: 'Objekt',
  SCALAR: 'Scalar',
  UNION: 'Union',
  DELIVERED: 'Zugestellt',
  GIVEN_UP: 'Aufgegeben',
  ACCESS_CODE: 'Access code',
  APPLICATION: 'Application',
  RESOURCE_OWNER_PASSWORD: 'Resource owner password',
};

/** A value that has a label. The compiler refuses any other where a page shows one. */
export type LabelledValue = keyof typeof germanLabels;

/** Abbreviations and names, which are not written as other words are. */
const spelled: Readonly<Record<string, string>> = {
  api: 'API',
  backend: 'back-end',
  graphql: 'GraphQL',
  id: 'ID',
};

/** Writes a value of an enum in English: `BREAKING_API_CHANGE` is `Breaking API change`. */
export function enumLabel(value: LabelledValue): string {
  const words = value.toLowerCase().split('_');
  const label = words.map((word) => spelled[word] ?? word).join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Writes a value of an enum in German. */
export const germanLabel = (value: LabelledValue): string => germanLabels[value];
