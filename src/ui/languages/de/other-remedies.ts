import type { OtherRefusalCode } from '../../../domain/call/other-remedies.ts';

/** Advice for refusals that no gateway answers a call with. */
export const otherRemedies: Readonly<Record<OtherRefusalCode, string>> = {
  ANSWER_TOO_LARGE:
    'Wählen Sie weniger Felder, lassen Sie Dokumente weg, oder verlangen Sie mit `first` kürzere Listen.',
  QUERY_TIMEOUT: 'Wählen Sie weniger, oder fragen Sie in mehreren Anfragen.',
  OPENAPI_INVALID: 'Ändern Sie das Dokument an den JSON-Pointern, die die Einzelheiten nennen.',
  GRAPHQL_SERVER_UNUSABLE:
    'Prüfen Sie die Adresse und was der Server auf eine Introspection-Abfrage antwortet, oder geben Sie sein Schema als `sdl` an. Ein Server aus OpenAPI braucht mindestens eine Operation.',
  TARGET_NOT_ALLOWED:
    'Verwenden Sie eine öffentliche Adresse, oder lassen Sie den Betreiber das Ziel in `TARGET_ALLOWLIST` aufnehmen.',
  TARGET_TOO_LONG: 'Verwenden Sie eine kürzere Adresse; senden Sie lange Werte im Body.',
  UNAUTHENTICATED:
    'Senden Sie ein gültiges Token im Header `Authorization: Bearer`, oder melden Sie sich neu an: Die Sitzung oder das Token ist abgelaufen.',
  SIGN_IN_FAILED: 'Versuchen Sie es noch einmal mit dem richtigen Benutzernamen und Passwort.',
  SECOND_FACTOR_REQUIRED: 'Verwenden Sie einen registrierten Passkey oder einen Wiederherstellungscode.',
  CLIENT_INVALID:
    'Senden Sie Client-ID und Client-Secret einer Anwendung dieses Katalogs, im Formular oder als HTTP Basic.',
  GRANT_INVALID:
    'Fragen Sie die Person noch einmal nach Benutzername und Passwort, oder beginnen Sie eine neue Autorisierung: Ein Code oder Refresh-Token gilt einmal und läuft ab.',
  GRANT_TYPE_UNSUPPORTED: 'Verwenden Sie einen Grant-Typ, den die Metadaten des Providers nennen.',
  RESPONSE_TYPE_UNSUPPORTED: 'Verwenden Sie `response_type=code`.',
  SCOPE_INVALID: 'Verlangen Sie Scopes, die der Provider hat.',
  CLIENT_UNAUTHORIZED: 'Verwenden Sie einen Grant, der dem Client-Typ der Anwendung offensteht.',
  CONSENT_DENIED:
    'Nichts, solange die Person es sich nicht anders überlegt: Dann beginnen Sie eine neue Autorisierung.',
  LOGIN_REQUIRED: 'Beginnen Sie die Autorisierung ohne `prompt=none`.',
  CONSENT_REQUIRED: 'Beginnen Sie die Autorisierung ohne `prompt=none`.',
  FORBIDDEN: 'Bitten Sie einen Administrator um die Rolle oder das Recht, das die Einzelheiten nennen.',
  SIGN_IN_LOST: 'Melden Sie sich noch einmal an, in einem Browser und innerhalb von 15 Minuten.',
  SIGN_IN_UNREQUESTED: 'Beginnen Sie auf der Anmeldeseite des Portals und nicht beim Identitätsanbieter.',
  SIGN_IN_DECLINED:
    'Melden Sie sich noch einmal an, und stimmen Sie beim Identitätsanbieter zu, oder wählen Sie einen anderen Weg.',
  SIGN_IN_REJECTED:
    'Melden Sie sich noch einmal an. Hilft das nicht, fragen Sie den Anbieter dieses Portals.',
  IDENTITY_PROVIDER_UNAVAILABLE: 'Versuchen Sie es später noch einmal, oder wählen Sie einen anderen Weg.',
  NO_CONSUMER_ORG: 'Fragen Sie den Anbieter des Portals, welche Ihrer Gruppen es benutzen darf.',
  EMAIL_UNVERIFIED:
    'Bestätigen Sie Ihre E-Mail-Adresse beim Identitätsanbieter, und melden Sie sich noch einmal an.',
  PASSWORD_COMMON: 'Wählen Sie ein anderes, etwa einige Wörter, die nicht zusammengehören.',
  PASSWORDS_DISABLED: 'Melden Sie sich über einen Identitätsanbieter des Portals an.',
  SIGN_UP_DISABLED: 'Bitten Sie den Anbieter um ein Konto.',
  POLICY_REFUSED:
    'Senden Sie ein Zugriffstoken, das die Regeln zulassen. Betreiber: `explain` sagt, welche Regel entschied.',
  NOT_FOUND:
    'Prüfen Sie den Namen oder die ID. Was einer anderen Organisation gehört, wird gleich beantwortet.',
  NAME_TAKEN: 'Wählen Sie einen anderen Namen, oder ändern Sie, was ihn hat.',
  IN_USE: 'Entfernen Sie zuerst, was es nach den Einzelheiten verwendet.',
  RULE_SET_INVALID: 'Berichtigen Sie das Feld oder die Regel, die die Einzelheiten nennen.',
  OVERLAY_INVALID: 'Berichtigen Sie die Aktion, die die Einzelheiten nennen; gezählt wird ab 0.',
  CONFLICT: 'Lesen Sie neu, was sich geändert hat, und wiederholen Sie die Anfrage.',
  TRANSITION_REFUSED: 'Was aus dem jetzigen Zustand geht, sagt `allowedActions` des Produkts.',
  RULES_BROKEN:
    'Beheben Sie, was die Einzelheiten nennen; `Api.findings` nennt alle Befunde. `lintPolicy` des Katalogs sagt, welcher Schweregrad abgewiesen wird.',
  VERSION_BREAKS:
    'Erhöhen Sie die Hauptversion, ändern Sie das Dokument so, dass es nichts bricht, oder sagen Sie `acceptBreaking: true`.',
  PLAN_UNMAPPED: 'Nennen Sie einen Zielplan für jeden Plan, den die Einzelheiten nennen.',
  LESS_VISIBLE:
    'Stellen Sie das neue Produkt mit der Sichtbarkeit des alten bereit, oder lösen Sie das alte stattdessen ab.',
  PRICE_NOT_ACCEPTED:
    'Zeigen Sie den Preis dem, der ihn zahlt, und nennen Sie ihn dann mit der `id`, die der Plan hat: `acceptPrice`.',
  ANSWER_MISSING:
    'Lesen Sie `subscriptionForm` des Plans, und senden Sie einen Wert für jedes Feld, das es verlangt: `answers`.',
  TERMS_NOT_ACCEPTED:
    'Zeigen Sie die Bedingungen, wie sie jetzt sind, und nennen Sie die angenommenen mit ihrer `id`: `acceptTerms`.',
  NOT_SUBSCRIBABLE: 'Abonnieren Sie ein veröffentlichtes Produkt, das Sie abonnieren dürfen.',
  SUBSCRIPTION_EXISTS: 'Verwenden Sie das vorhandene Abonnement, oder beenden Sie es zuerst.',
  MIGRATION_TARGET_MISSING:
    'Legen Sie zuerst ein Ziel für die Umstellung des Produkts fest, oder nennen Sie Produkt und Plan.',
  QUOTA_EXCEEDED: 'Schaffen Sie Platz, wie es die Einzelheiten sagen, oder lassen Sie die Grenze erhöhen.',
  LAST_ADMINISTRATOR: 'Machen Sie zuerst jemand anderen zum Administrator.',
  PASSKEYS_UNAVAILABLE:
    'Öffnen Sie die Konsole unter einem Hostnamen (`CONSOLE_URL`, `CONTROL_URL`) wie `localhost`, nicht unter einer IP-Adresse.',
  APPROVAL_REQUIRED:
    'Geben Sie die Mutation an `proposeChange`, oder warten Sie auf die Genehmigungen, die dem Änderungsantrag noch fehlen.',
  CATALOG_FROZEN:
    'Warten Sie, bis die Sperrzeit um ist, oder planen Sie den Änderungsantrag. Ein Administrator kann die Sperrzeit aufheben.',
  CHANGE_STALE:
    'Lesen Sie in den Einzelheiten, was sich geändert hat, und schlagen Sie die Änderung dann neu vor.',
  HISTORY_NOT_KEPT:
    'Nennen Sie einen Zeitpunkt, der nicht vor dem in den Einzelheiten liegt; `historySince` nennt ihn auch.',
  UNDO_CONFLICT:
    'Machen Sie rückgängig oder nehmen Sie hin, was die Einzelheiten nennen; die Änderung selbst lässt sich nicht mehr rückgängig machen.',
  CLIENT_NOT_REGISTERED:
    'Tun Sie, was die Einzelheiten sagen. Was der Aussteller ablehnt, wird dort geändert, oder in `registration` des OAuth-Providers.',
  STORAGE_FULL:
    'Versuchen Sie es wieder, wenn auf dem Datenträger der Datenbank Platz geschaffen ist; das tut, wer die Plattform betreibt.',
  GRAPHQL_SERVER_PENDING: 'Versuchen Sie es in ein paar Sekunden wieder: Der Server wird gerade gebaut.',
};
