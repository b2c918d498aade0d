import { isIP } from 'node:net';
import { isObject, type JsonObject } from '../../../foundation/json.ts';

/** Message in place of one that tells how a server is built. */
export const WITHHELD = 'The back-end reported an error; its details are withheld.';

/**
 * Members in which GraphQL servers tell how they are built, without case and hyphens.
 *
 * They are `stacktrace` and `exception` of Apollo Server, `stackTrace` of graphql-java and Hot Chocolate,
 * `debugMessage`, `file` and `trace` of webonyx and Lighthouse, `debugInfo` of DGS, `originalError` of GraphQL Yoga and
 * Nest, `backtrace` of graphql-ruby, `traceback` of Python's, `internal` of Hasura, `debugDetails` of Firebase.
 */
const CARRIERS: ReadonlySet<string> = new Set([
  'stack',
  'stacktrace',
  'backtrace',
  'traceback',
  'trace',
  'exception',
  'innerexception',
  'originalerror',
  'debug',
  'debuginfo',
  'debugmessage',
  'debugdetails',
  'internal',
]);
const FILES: ReadonlySet<string> = new Set(['file', 'filename']);
/** Members that are removed together with a file. Alone they may name a line of the caller's document. */
const FILE_POSITIONS: ReadonlySet<string> = new Set(['line', 'lineno', 'linenumber', 'column']);

/** Deepest nesting that is walked through. People write none that is deeper. */
const DEPTH_MAX = 20;

const SUGGESTION = /\s*\(?\b(?:Did you mean|Perhaps you meant|Maybe you meant)\b[^?\n]*\??\)?/gi;

/** Patterns of details. Each looks a bounded way ahead, so that no text is slow to search. */
const TELLING: readonly RegExp[] = [
  // Frames of a stack: JavaScript, Java and .NET; Python; Go; PHP.
  /^\s{1,20}at\s\S/m,
  /\bat (?:async )?[\w$.<>]{1,200} ?\([^)\n]{0,300}:\d/,
  /Traceback \(most recent call last\)|\bFile "[^"\n]{1,300}", line \d/,
  /\bgoroutine \d+ \[|^#\d{1,4} (?:\/|\{main\}|[\w\\]{1,200}[:(])/m,
  // Files of programs with a line, and below the folders of machines.
  /[\w$-]\.(?:[cm]?[jt]sx?|java|kts?|scala|py|rb|php|go|rs|cs|exs?|erl|cpp|swift)(?::\d|\(\d|"?,? (?:on )?line \d)/i,
  /(?:^|[^\w/])\/(?:usr|var|home|app|opt|srv|etc|tmp|root|proc|sys|dev|mnt|Users|private|workspace|nix|code)\/[\w.@+-]/,
  /\bnode_modules[\\/]|\bsite-packages[\\/]|\bfile:\/\/|\b[a-z]:\\[\w$ .-]|\\\\[\w.-]{1,100}\\[\w$]/i,
  // A network or a disk that failed, and where things run.
  /\bE(?:CONNREFUSED|CONNRESET|CONNABORTED|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND|AI_AGAIN|NOENT|ACCES|PIPE)\b/,
  /\bgetaddrinfo\b|\bdial (?:tcp|udp|unix)\b|\bno such host\b|\bUnknownHostException\b|\brequest to \S{1,300} failed\b/i,
  /\b(?!https?:)[a-z][a-z\d+.-]{1,20}:\/\/[^\s/]/i,
  /\bhttps?:\/\/(?:[^\s/@]{1,100}@|\[|[^\s/:]{1,200}:\d|[^\s/.:]{1,100}(?:[/\s"']|$))/i,
  /[\w-]\.(?:internal|local|localdomain|svc|lan|corp|intranet)\b/i,
  /\blocalhost\b|[a-z\d-]\.[a-z][a-z\d-]{0,62}:\d{2,5}\b/i,
  /\b(?:host|server|address|connect|connecting|connection)(?: to)?\s?[:=]?\s?["'(]?[a-z][\w-]{0,62}:\d{2,5}\b/i,
];
const ADDRESS_LIKE =
  /(?<!\w)[\da-f]{0,4}(?::[\da-f]{0,4}){2,8}(?:\.[\d.]{0,12})?(?!\w)|\b\d{1,3}(?:\.\d{1,3}){3}\b/gi;

/**
 * Removes details of the server from errors: stacks, files, addresses, suggested names.
 *
 * Of each error `path`, `locations` and `extensions.code` stay as they are.
 *
 * @param errors the member `errors`, whatever it is
 */
export function withoutDetails(errors: unknown): unknown {
  if (Array.isArray(errors)) return errors.map(errorWithoutDetails);
  return errorWithoutDetails(errors);
}

function errorWithoutDetails(error: unknown): unknown {
  if (!isObject(error)) return cleaned(error, 0);
  const { path, locations, extensions, ...others } = error;
  const kept = { path, locations, extensions: withCode(cleaned(extensions, 1), extensions) };
  const rest = cleaned(others, 0) as JsonObject;
  return Object.fromEntries(
    Object.keys(error)
      .filter((name) => Object.hasOwn(rest, name) || Object.hasOwn(kept, name))
      .map((name) => [name, Object.hasOwn(rest, name) ? rest[name] : kept[name as keyof typeof kept]]),
  );
}

function withCode(extensionsLeft: unknown, extensions: unknown): unknown {
  if (!isObject(extensionsLeft) || !isObject(extensions) || !Object.hasOwn(extensions, 'code'))
    return extensionsLeft;
  const { code } = extensions;
  return typeof code === 'object' ? extensionsLeft : { ...extensionsLeft, code };
}

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return null;
  if (Array.isArray(value)) return value.map((each) => cleaned(each, depth + 1));
  const isOfFile = Object.keys(value).some((name) => FILES.has(plain(name)));
  const isKept = (name: string) =>
    !CARRIERS.has(name) && !FILES.has(name) && !(isOfFile && FILE_POSITIONS.has(name));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isKept(plain(name)))
      .map(([name, each]) => [name, cleaned(each, depth + 1)]),
  );
}

const plain = (name: string) => name.replace(/[-_]/g, '').toLowerCase();

/** Longer than any sentence for people: not searched through, and withheld. */
const TEXT_MAX = 10_000;

function cleanedText(text: string): string {
  if (text.length > TEXT_MAX || TELLING.some((each) => each.test(text)) || holdsAddress(text))
    return WITHHELD;
  return text.replace(SUGGESTION, '');
}

function holdsAddress(text: string): boolean {
  return (text.match(ADDRESS_LIKE) ?? []).some(
    (each) => isIP(each.replace(/\.$|(?<!:):$/, '')) !== 0 && each !== '::',
  );
}
