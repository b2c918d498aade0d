import type { Severity } from '../../../../openapi/lint/finding.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

type SeverityWords = Readonly<Record<Severity, string>>;

const enSeverities: SeverityWords = {
  ERROR: 'Error',
  WARN: 'Warning',
  INFORMATION: 'Remark',
  HINT: 'Hint',
};

const en = (format: Formats) => ({
  severities: enSeverities,

  list: {
    title: 'Rule sets',
    lead: 'How the OpenAPI documents of the organization are written. A catalog holds documents to a rule set when products come into it.',
    none: 'No rule sets',
    noneText: 'Write the rules as Spectral does: a .spectral.yaml of an editor is a rule set already.',
    ruleSet: 'Rule set',
    name: 'Name',
    catalogs: 'Catalogs that use it',
    noCatalog: 'None',
    created: 'Created',
    create: 'Create a rule set',
    submit: 'Create',
  },

  fields: {
    nameHint: 'Made from the title where empty.',
    rules: 'Rules',
    rulesHint:
      'YAML or JSON as Spectral has it. It extends spectral:oas alone, and names functions of Spectral alone.',
  },

  page: {
    rules: 'Rules',
    save: 'Save the rules',
    created: 'Created',
    catalogs: 'Catalogs that use it',
    noCatalog: 'None: a catalog takes it in its settings.',
  },

  trial: {
    title: 'Try',
    lead: 'The rules as they stand in the editor, saved or not. Nothing is kept.',
    leadForViewers: 'Nothing is kept.',
    api: 'API',
    noApi: 'The document below',
    document: 'Document',
    documentHint: 'OpenAPI as YAML or JSON. Findings in it have lines.',
    submit: 'Try the rules',
    nothing: 'Choose an API, or paste a document.',
    isGraphQL: 'It is a GraphQL API: rule sets are for OpenAPI documents alone.',
    found: (of: string) => `Findings in ${of}`,
    pasted: 'the document',
  },

  deletion: {
    title: 'Delete',
    text: 'Refused while a catalog holds documents to it.',
    confirm: (title: string) => `Delete the rule set ${title}?`,
    submit: 'Delete the rule set',
  },

  findings: {
    title: 'Findings',
    caption: 'Findings, the heaviest first',
    none: 'The rules find nothing.',
    counts: (severity: Severity, count: number) =>
      `${format.number(count)} ${{ ERROR: count === 1 ? 'error' : 'errors', WARN: count === 1 ? 'warning' : 'warnings', INFORMATION: count === 1 ? 'remark' : 'remarks', HINT: count === 1 ? 'hint' : 'hints' }[severity]}`,
    first: (shown: number, all: number) =>
      `The heaviest ${format.number(shown)} of ${format.number(all)} are shown.`,
    severity: 'Severity',
    rule: 'Rule',
    message: 'Problem',
    place: 'Place',
    whole: 'The whole document',
    line: (line: number) => `Line ${format.number(line)}`,
  },

  ofApi: {
    lead: 'What a rule set finds in the document of the draft.',
    ruleSet: 'Rule set',
    builtIn: 'Rules of Spectral',
    show: 'Show',
  },

  policy: {
    title: 'Rules for documents',
    ruleSet: 'Rule set that OpenAPI documents are held to',
    ruleSetHint: 'When a product is staged or published. Findings that are not refused are warnings.',
    none: 'None',
    refuseStage: 'Staging is refused from',
    refusePublish: 'Publishing is refused from',
    refusesNothing: 'Never',
    from: {
      ...enSeverities,
      WARN: 'Warning or heavier',
      INFORMATION: 'Remark or heavier',
      HINT: 'Any finding',
    },
    are: (ruleSet: string) => `Held to ${ruleSet}`,
  },
});

const deSeverities: SeverityWords = {
  ERROR: 'Fehler',
  WARN: 'Warnung',
  INFORMATION: 'Anmerkung',
  HINT: 'Hinweis',
};

const de: typeof en = (format) => ({
  severities: deSeverities,

  list: {
    title: 'Regelwerke',
    lead: 'Wie die OpenAPI-Dokumente der Organisation geschrieben sind. Ein Katalog misst Dokumente an einem Regelwerk, wenn Produkte hineinkommen.',
    none: 'Keine Regelwerke',
    noneText:
      'Schreiben Sie die Regeln wie für Spectral: Die .spectral.yaml eines Editors ist schon ein Regelwerk.',
    ruleSet: 'Regelwerk',
    name: 'Name',
    catalogs: 'Kataloge, die daran messen',
    noCatalog: 'Keine',
    created: 'Angelegt',
    create: 'Regelwerk anlegen',
    submit: 'Anlegen',
  },

  fields: {
    nameHint: 'Leer heißt: aus dem Titel gebildet.',
    rules: 'Regeln',
    rulesHint:
      'YAML oder JSON wie für Spectral. Als Basis (extends) geht nur spectral:oas, und Funktionen sind nur die von Spectral.',
  },

  page: {
    rules: 'Regeln',
    save: 'Regeln speichern',
    created: 'Angelegt',
    catalogs: 'Kataloge, die daran messen',
    noCatalog: 'Keine: Ein Katalog nimmt es in seinen Einstellungen.',
  },

  trial: {
    title: 'Ausprobieren',
    lead: 'Die Regeln, wie sie im Editor stehen, gespeichert oder nicht. Nichts wird aufbewahrt.',
    leadForViewers: 'Nichts wird aufbewahrt.',
    api: 'API',
    noApi: 'Das Dokument unten',
    document: 'Dokument',
    documentHint: 'OpenAPI als YAML oder JSON. Befunde darin haben Zeilen.',
    submit: 'Regeln ausprobieren',
    nothing: 'Wählen Sie eine API oder fügen Sie ein Dokument ein.',
    isGraphQL: 'Das ist eine GraphQL-API: Regelwerke gelten nur für OpenAPI-Dokumente.',
    found: (of) => `Befunde in ${of}`,
    pasted: 'dem Dokument',
  },

  deletion: {
    title: 'Löschen',
    text: 'Wird abgelehnt, solange ein Katalog Dokumente daran misst.',
    confirm: (title) => `Das Regelwerk ${title} löschen?`,
    submit: 'Regelwerk löschen',
  },

  findings: {
    title: 'Befunde',
    caption: 'Befunde, die schwersten zuerst',
    none: 'Die Regeln finden nichts.',
    counts: (severity, count) =>
      `${format.number(count)} ${{ ERROR: 'Fehler', WARN: count === 1 ? 'Warnung' : 'Warnungen', INFORMATION: count === 1 ? 'Anmerkung' : 'Anmerkungen', HINT: count === 1 ? 'Hinweis' : 'Hinweise' }[severity]}`,
    first: (shown, all) => `Gezeigt werden die schwersten ${format.number(shown)} von ${format.number(all)}.`,
    severity: 'Schwere',
    rule: 'Regel',
    message: 'Was falsch ist',
    place: 'Stelle',
    whole: 'Das ganze Dokument',
    line: (line) => `Zeile ${format.number(line)}`,
  },

  ofApi: {
    lead: 'Was ein Regelwerk im Dokument des Entwurfs findet.',
    ruleSet: 'Regelwerk',
    builtIn: 'Regeln von Spectral',
    show: 'Zeigen',
  },

  policy: {
    title: 'Regeln für Dokumente',
    ruleSet: 'Regelwerk, an dem OpenAPI-Dokumente gemessen werden',
    ruleSetHint:
      'Beim Bereitstellen und Veröffentlichen eines Produkts. Befunde, die nicht abgelehnt werden, sind Warnungen.',
    none: 'Keines',
    refuseStage: 'Bereitstellen wird abgelehnt ab',
    refusePublish: 'Veröffentlichen wird abgelehnt ab',
    refusesNothing: 'Nie',
    from: {
      ...deSeverities,
      WARN: 'Warnung oder schwerer',
      INFORMATION: 'Anmerkung oder schwerer',
      HINT: 'Jeder Befund',
    },
    are: (ruleSet) => `Gemessen an ${ruleSet}`,
  },
});

/** Texts of rule sets, of their findings, and of the policy of a catalog. */
export const ruleSetTexts = { en, de } satisfies Texts;
