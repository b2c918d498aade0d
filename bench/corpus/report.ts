import type { Conversion } from './corpus-worker.ts';

export type CorpusDocument = Conversion & { readonly name: string; readonly bytes: number };

export type Circumstances = {
  readonly date: string;
  readonly machine: string;
  readonly versions: string;
  readonly seconds: number;
  readonly threads: number;
};

/** Goals in percent. */
const GOALS = { documents: 99, operations: 90 } as const;
const SHOWN = { reasons: 25, documents: 8 } as const;

/** Prints the results for the corpus as Markdown, and tells whether the goals are reached. */
export function report(
  documents: readonly CorpusDocument[],
  { date, machine, versions, seconds, threads }: Circumstances,
): { text: string; isEnough: boolean } {
  const converted = documents.filter(({ failure }) => failure === null);
  const operations = documents.flatMap((each) => each.operations);
  const fields = operations.filter(({ isField }) => isField);
  const share = {
    documents: percent(converted.length, documents.length),
    operations: percent(fields.length, operations.length),
  };
  const text = `# The converter on a corpus of real documents

${date} · ${machine} · ${versions}; ${threads} threads, ${seconds} s in all

| | in all | became | % | goal |
| --- | --: | --: | --: | --: |
| documents: a server | ${count(documents.length)} | ${count(converted.length)} | ${share.documents.toFixed(2)} | ${GOALS.documents} |
| operations of these: a field | ${count(operations.length)} | ${count(fields.length)} | ${share.operations.toFixed(2)} | ${GOALS.operations} |

The package brings OpenAPI 2.0 into the form of 3.0; each document is made a server as \`createGraphQLServer\` does it, with
its limits on time and memory, and the schema is validated and printed. Half of the documents take ${quantile(converted, 0.5)} ms,
of a hundred ninety-nine at most ${quantile(converted, 0.99)} ms.

## Documents that became none

${table(
  ['document', 'MB', 'why'],
  documents.flatMap(({ name, bytes, failure }) =>
    failure === null ? [] : [[name, megabytes(bytes), cell(failure)]],
  ),
)}

## Operations that became none

${table(['operations', 'why'], reasonsOf(operations))}

## The slowest

${largest(documents, ({ ms }) => ms)}

## The biggest

${largest(documents, ({ bytes }) => bytes)}
`;
  const isEnough = share.documents >= GOALS.documents && share.operations >= GOALS.operations;
  return { text, isEnough };
}

/** Counts the reasons of operations, without the path and name in each. */
function reasonsOf(operations: Conversion['operations']): string[][] {
  const counts = new Map<string, number>();
  for (const { reason } of operations) {
    if (reason === null) continue;
    const bare = reason
      .replace(/^#.*?: /, '')
      .replace(/the path parameter .* is written/, 'a path parameter is written');
    counts.set(bare, (counts.get(bare) ?? 0) + 1);
  }
  const rows = [...counts].sort(([, a], [, b]) => b - a);
  const rest = rows.slice(SHOWN.reasons).reduce((sum, [, times]) => sum + times, 0);
  return [
    ...rows.slice(0, SHOWN.reasons).map(([reason, times]) => [count(times), cell(reason)]),
    ...(rest > 0 ? [[count(rest), `${rows.length - SHOWN.reasons} other reasons`]] : []),
  ];
}

function largest(documents: readonly CorpusDocument[], by: (document: CorpusDocument) => number): string {
  const rows = [...documents].sort((a, b) => by(b) - by(a)).slice(0, SHOWN.documents);
  return table(
    ['document', 'MB', 'ms', 'operations', 'types', 'SDL MB'],
    rows.map(({ name, bytes, ms, operations, types, sdlBytes }) => [
      name,
      megabytes(bytes),
      count(Math.round(ms)),
      count(operations.length),
      count(types),
      megabytes(sdlBytes),
    ]),
  );
}

function quantile(documents: readonly CorpusDocument[], part: number): string {
  const times = documents.map(({ ms }) => ms).sort((a, b) => a - b);
  return count(Math.round(times[Math.floor(times.length * part)] ?? 0));
}

const percent = (some: number, all: number) => (all === 0 ? 0 : (100 * some) / all);
const count = (number: number) => number.toLocaleString('en');
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
/** Fits a text into a table cell: one line of bounded length, without a pipe. */
const cell = (text: string) =>
  `${text.replaceAll('|', '\\|').replace(/\s+/g, ' ').slice(0, 160)}${text.length > 160 ? ' …' : ''}`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isNumber = (column: number) => rows.every((row) => /^[\d.,]+$/.test(row[column] ?? ''));
  return [head, head.map((_, column) => (isNumber(column) ? '--:' : '---')), ...rows].map(line).join('\n');
}
