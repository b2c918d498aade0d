import type { Remedies } from '../../../domain/call/remedies.ts';

/** Advice for each refusal of the gateway. */
export const remedies: Remedies = {
  gateway: {
    API_KEY_INVALID:
      'Senden Sie einen API-Key Ihrer Anwendung, der nicht abgelaufen ist, so, wie er ausgestellt wurde, bis zum letzten Zeichen. Haben Sie keinen, erstellen Sie einen neuen.',
    API_KEY_MISSING:
      'Erstellen Sie einen API-Key für Ihre Anwendung und senden Sie ihn dort, wo die API ihn annimmt (meist im Header X-API-Key).',
    API_NOT_FOUND:
      'Vergleichen Sie den Pfad mit der Referenz der API: Diese Version hat dort keine Operation. Wurde ihr Produkt eingestellt, rufen Sie das an seiner Stelle auf.',
    API_OFFLINE:
      'Der Anbieter hat die API offline genommen. Versuchen Sie es später wieder, oder fragen Sie den Anbieter.',
    APPLICATION_SUSPENDED:
      'Fragen Sie den Anbieter, warum die Anwendung gesperrt ist: Nur er kann sie freigeben.',
    BACKEND_ANSWER_INVALID:
      'Versuchen Sie es später wieder: Anstelle des GraphQL-Servers antwortete eine Seite oder eine Weiterleitung. Bleibt es dabei, melden Sie es dem Anbieter.',
    BACKEND_BUSY:
      'Versuchen Sie es wieder, wenn die Zeit in Retry-After um ist: Der Aufruf wurde dem Backend nicht gesendet, weil frühere derselben API es noch beschäftigen.',
    BACKEND_MISSING:
      'Melden Sie dem Anbieter: In diesem Katalog fehlt das Backend, das die API aufruft. Der Anbieter setzt es mit setBackend.',
    BACKEND_TIMEOUT:
      'Versuchen Sie es später wieder, oder verlangen Sie weniger auf einmal: Das Backend brauchte zu lange. Ein Aufruf, der ihm gesendet wurde, zählt.',
    BACKEND_TOKEN_UNAVAILABLE:
      'Warten Sie die Zeit in Retry-After: Der Aussteller des Tokens, das das Backend vom Gateway verlangt, gab keines. Bleibt es dabei, melden Sie es dem Anbieter.',
    BACKEND_UNAVAILABLE:
      'Warten Sie die Zeit in Retry-After: Das Backend antwortet niemandem. Bleibt es dabei, melden Sie es dem Anbieter.',
    BACKEND_UNREACHABLE:
      'Versuchen Sie es später wieder: Das Backend hat nicht geantwortet. Bleibt es dabei, melden Sie es dem Anbieter.',
    BAD_USER_INPUT: 'Ändern Sie die Anfrage so, wie es die Einzelheiten sagen.',
    CERTIFICATE_INVALID:
      'Verbinden Sie sich mit einem Client-Zertifikat, das jetzt gültig ist, und hinterlegen Sie es bei Ihrer Anwendung.',
    CERTIFICATE_MISSING:
      'Verbinden Sie sich mit einem Client-Zertifikat, das bei Ihrer Anwendung hinterlegt ist. Haben Sie das getan, fragen Sie den Anbieter: Der Proxy vor dem Gateway muss es weitergeben, und das Gateway muss diesem Proxy vertrauen.',
    CLIENT_ID_MISSING:
      'Senden Sie den Client-Key Ihrer Anwendung dort, wo die API ihn annimmt (meist im Header X-Client-Id), auch neben Benutzername und Passwort, oder ein Zugriffstoken so, wie es ausgestellt wurde, bis zum letzten Zeichen.',
    CONCURRENCY_EXCEEDED:
      'Warten Sie, bis einer Ihrer Aufrufe beendet ist, rufen Sie weniger zugleich auf, oder abonnieren Sie einen Plan, der mehr erlaubt.',
    CONDITION_UNMET:
      'Fragen Sie den Anbieter, welche Bedingung die API hat: Sie prüft das Token, die Anwendung, die Operation oder die Header des Aufrufs.',
    CLIENT_SECRET_INVALID:
      'Senden Sie das Client-Secret, das zum Client-Key gehört, so, wie es ausgestellt wurde. Haben Sie es nicht mehr, ersetzen Sie es.',
    CLIENT_SECRET_MISSING:
      'Senden Sie das Client-Secret im Header X-Client-Secret, zusätzlich zum Client-Key.',
    EXPECTATION_FAILED: 'Senden Sie keinen Header Expect außer 100-continue.',
    GRAPHQL_ALIASES_EXCEEDED: 'Verwenden Sie weniger Aliase, und verteilen Sie sie auf mehrere Anfragen.',
    GRAPHQL_BATCH_EXCEEDED:
      'Senden Sie jedes GraphQL-Dokument in einer eigenen Anfrage, oder weniger in einer.',
    GRAPHQL_COST_EXCEEDED:
      'Verlangen Sie weniger Objekte in einem Dokument, oder abonnieren Sie einen Plan, der mehr erlaubt.',
    GRAPHQL_DEPTH_EXCEEDED:
      'Verschachteln Sie das Dokument weniger tief, oder abonnieren Sie einen Plan, der mehr erlaubt.',
    GRAPHQL_COST_LIMIT_EXCEEDED:
      'Warten Sie, bis das Zeitfenster endet (Retry-After sagt, wie lange), verlangen Sie weniger, oder abonnieren Sie einen Plan, der mehr erlaubt.',
    GRAPHQL_DIRECTIVES_EXCEEDED: 'Verwenden Sie weniger Direktiven.',
    GRAPHQL_FRAGMENTS_EXCEEDED:
      'Definieren und verwenden Sie weniger Fragmente, oder fragen Sie in mehreren Anfragen.',
    GRAPHQL_OPERATIONS_EXCEEDED: 'Senden Sie die Operationen in mehreren Dokumenten.',
    GRAPHQL_ROOT_FIELDS_EXCEEDED:
      'Verlangen Sie weniger Felder der obersten Ebene auf einmal, in mehreren Anfragen.',
    GRAPHQL_TOKENS_EXCEEDED: 'Kürzen Sie das GraphQL-Dokument, oder fragen Sie in mehreren.',
    GRAPHQL_PARSE_FAILED:
      'Berichtigen Sie die Syntax des GraphQL-Dokuments an der Stelle, die die Entscheidung nennt.',
    GRAPHQL_VALIDATION_FAILED:
      'Vergleichen Sie das GraphQL-Dokument mit dem Schema an den Stellen, die die Entscheidung nennt.',
    HEADERS_TOO_LARGE: 'Senden Sie weniger Header.',
    HTTP_VERSION_UNSUPPORTED: 'Senden Sie die Anfrage als HTTP/1.1.',
    INTERNAL: 'Versuchen Sie es später wieder. Bleibt es dabei, nennen Sie dem Anbieter die Anfrage-ID.',
    ISSUER_UNAVAILABLE:
      'Warten Sie die Zeit in Retry-After: Der Aussteller des Zugriffstoken antwortet dem Gateway nicht. Bleibt es dabei, melden Sie es dem Anbieter.',
    LOOP_DETECTED: 'Melden Sie dem Anbieter: Das Backend der API führt zum Gateway zurück.',
    METHOD_NOT_ALLOWED: 'Verwenden Sie eine der Methoden, die die Einzelheiten nennen.',
    NOT_ACCEPTABLE: 'Akzeptieren Sie, was die Einzelheiten nennen.',
    NOT_YET_SUPPORTED:
      'Rufen Sie die API über einfaches HTTP auf: Was die Einzelheiten nennen, gibt es noch nicht.',
    OPERATION_NOT_REGISTERED:
      'Bitten Sie den Anbieter, das Dokument zu registrieren, oder senden Sie ein registriertes, Zeichen für Zeichen oder mit seiner ID.',
    PASSWORD_INVALID:
      'Senden Sie Benutzername und Passwort der Person als HTTP Basic, in UTF-8 und base64: Die Einzelheiten sagen, was falsch ist.',
    PASSWORD_MISSING:
      'Senden Sie Benutzername und Passwort der Person im Header Authorization: Basic <base64>, zusätzlich zum Client-Key.',
    PERSISTED_QUERY_NOT_FOUND:
      'Senden Sie das Dokument einmal zusammen mit seinem Hash: Danach genügt der Hash allein.',
    RATE_LIMIT_EXCEEDED:
      'Warten Sie, bis das Zeitfenster endet (Retry-After sagt, wie lange), verteilen Sie Ihre Aufrufe, oder abonnieren Sie einen Plan mit höherem Limit.',
    REQUEST_INVALID:
      'Vergleichen Sie die Anfrage mit dem Dokument der API an den Stellen, die die Einzelheiten nennen: Jede ist ein JSON-Pointer in path, query, header oder body, mit dem Schlüsselwort des Schemas, das sie verletzt.',
    REQUEST_TIMEOUT:
      'Senden Sie den Body schneller und ohne lange Pausen, und in kürzerer Zeit, wenn die Einzelheiten eine nennen.',
    REQUEST_TOO_LARGE: 'Senden Sie einen kleineren Body.',
    SCOPE_MISSING: 'Fordern Sie ein neues Zugriffstoken mit dem Scope an, den die Einzelheiten nennen.',
    SUBSCRIPTION_MISSING:
      'Abonnieren Sie mit der Anwendung ein Produkt, das diese API enthält, oder warten Sie, bis der Anbieter das Abonnement genehmigt hat.',
    TEMPORARILY_UNAVAILABLE:
      'Versuchen Sie es wieder, wenn die Zeit in Retry-After um ist: Das Gateway hat für APIs dieses Anbieters zu viel zu lesen, oder das Benutzerverzeichnis der API antwortet nicht. Bleibt es dabei, melden Sie es dem Anbieter.',
    TOKEN_INVALID:
      'Fordern Sie ein neues Zugriffstoken an und senden Sie es so, wie es ausgestellt wurde: Dieses ist abgelaufen, widerrufen oder verändert, gilt für einen anderen Katalog oder eine andere API, oder gehört einer Anwendung, wo sich eine Person anmelden muss, oder umgekehrt.',
    TOKEN_MISSING:
      'Fordern Sie ein Zugriffstoken an und senden Sie es im Header Authorization: Bearer <access token>. Der Client-Key allein genügt für diese API nicht.',
    TOO_MANY_ATTEMPTS:
      'Warten Sie die Zeit in Retry-After: Zu viele falsche Zugriffstoken kamen aus Ihrem Netz, oder zu viele falsche Passwörter für diese Person. Prüfen Sie, ob das Token das ausgestellte ist und das Passwort das richtige.',
    TRANSFORMATION_FAILED:
      'Melden Sie es dem Anbieter: Ein Schritt, der Aufrufe der API unterwegs verändert, ist nicht gelungen.',
    UNSUPPORTED_MEDIA_TYPE: 'Senden Sie den Body in der Form, die die Einzelheiten nennen.',
    USAGE_LIMIT_EXCEEDED:
      'Warten Sie, bis das Zeitfenster endet (Retry-After sagt, wie lange), oder abonnieren Sie einen Plan, der mehr von dem erlaubt, was die Einzelheiten nennen.',
    VALIDATION_BUDGET_EXCEEDED:
      'Warten Sie die Zeit in Retry-After. Senden Sie dasselbe Dokument mit anderen Variablen statt eines neuen je Aufruf: Ein bekanntes kostet nichts.',
  },
  oauth: {
    CLIENT_INVALID:
      'Senden Sie den Client-Key Ihrer Anwendung als client_id und ihr Client-Secret so, wie es ausgestellt wurde, im Formular oder als HTTP Basic. Ein öffentlicher Client sendet nur seine client_id.',
    CLIENT_UNAUTHORIZED:
      'Verwenden Sie einen Grant, der für einen solchen Client ist, oder ändern Sie die Art der Anwendung: Die Einzelheiten sagen, welchen.',
    GRANT_INVALID:
      'Beginnen Sie von vorn: Benutzername, Passwort, Code oder Refresh-Token ist falsch, abgelaufen oder schon verwendet.',
    GRANT_TYPE_UNSUPPORTED: 'Senden Sie einen grant_type, den die Metadaten des OAuth-Providers nennen.',
    METHOD_NOT_ALLOWED: 'Senden Sie die Anfrage mit der Methode, die die Einzelheiten nennen.',
    RATE_LIMIT_EXCEEDED:
      'Verwenden Sie ein Zugriffstoken, bis es abläuft, statt für jeden Aufruf eines anzufordern.',
    REQUEST_TOO_LARGE: 'Senden Sie nur die Parameter: Ein Formular hat höchstens 64 KiB.',
    SCOPE_INVALID: 'Fordern Sie Scopes an, die die Metadaten des OAuth-Providers nennen, oder keine.',
    TEMPORARILY_UNAVAILABLE:
      'Versuchen Sie es später wieder. Bleibt es dabei, melden Sie dem Anbieter, was die Einzelheiten sagen.',
    TOO_MANY_ATTEMPTS: 'Warten Sie die Zeit in Retry-After: Es gab zu viele falsche Passwörter oder Secrets.',
  },
};
