import type { ExampleCredentials, ShownAlternative } from '../../../../domain/api/security/security-type.ts';
import { type SecurityTypeName, securityTypes } from '../../../../domain/api/security/types.ts';

/** A call that people can make from their own machine. */
export type ExampleCall = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** The person of HTTP Basic, where the call names one. */
  readonly person?: ExampleCredentials['person'];
  /** The files of its client certificate, where the call shows one. */
  readonly certificate?: ExampleCredentials['certificate'];
};

/** Facts that the example is made from. */
export type CallableApi = {
  readonly kind: 'REST' | 'GRAPHQL';
  readonly url: string;
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    /** Null where it is that of the API. */
    readonly security?: readonly ShownOption[] | null;
  }[];
  readonly security: readonly ShownOption[];
};

type ShownPart = ShownAlternative & { readonly type: SecurityTypeName };
/** A way in, with what a call shows beside it. */
type ShownOption = ShownPart & { readonly beside?: readonly ShownPart[] };

/** The placeholder of a client key that the reader lacks. */
const YOUR_CLIENT_KEY = 'YOUR_CLIENT_KEY';

/** Makes the simplest call of an API, by its first security alternative. */
export function exampleCall(api: CallableApi, clientKey: string | undefined): ExampleCall {
  const operation = plainOperation(api.operations);
  return securedCall(plainCall(api, operation), operation?.security ?? api.security, clientKey);
}

/** Adds to a call what its first security alternative asks for. */
export function securedCall(
  { method, url, headers, body }: ExampleCall,
  [option]: readonly ShownOption[],
  clientKey: string | undefined,
): ExampleCall {
  if (option === undefined) return { method, url, headers, body };
  const shown = [option, ...(option.beside ?? [])].map((part) =>
    securityTypes[part.type].example(part, clientKey ?? YOUR_CLIENT_KEY),
  );
  const parameters = shown.flatMap(({ parameter }) => (parameter ? [parameter] : []));
  const query = parameters.map((each) => each.map(encodeURIComponent).join('=')).join('&');
  const person = shown.find((each) => each.person)?.person;
  const certificate = shown.find((each) => each.certificate)?.certificate;
  // Two parts may both show the client key.
  const own = new Map(shown.flatMap((each) => each.headers));
  return {
    method,
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    headers: [...headers, ...own],
    body,
    ...(person && { person }),
    ...(certificate && { certificate }),
  };
}

/** The operation that is easiest to call: a GET without parameters in its path. */
function plainOperation(
  operations: CallableApi['operations'],
): CallableApi['operations'][number] | undefined {
  const reads = operations.filter(({ method }) => method === 'GET');
  return reads.find(({ path }) => !path.includes('{')) ?? reads[0] ?? operations[0];
}

function plainCall(
  { kind, url }: CallableApi,
  chosen: CallableApi['operations'][number] | undefined,
): ExampleCall {
  if (kind === 'GRAPHQL')
    return {
      method: 'POST',
      url,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ query: '{ __typename }' }),
    };
  return {
    method: chosen?.method ?? 'GET',
    url: `${url}${chosen?.path ?? ''}`,
    headers: [],
    body: undefined,
  };
}

const colonJoined = ({ username, password }: NonNullable<ExampleCall['person']>) => `${username}:${password}`;

/** Writes a call for a POSIX shell. */
export function curl({ method, url, headers, body, person, certificate }: ExampleCall): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(certificate ? [`--cert ${quoted(certificate.file)} --key ${quoted(certificate.key)}`] : []),
    ...(person ? [`-u ${quoted(colonJoined(person))}`] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** Writes the base64 of a text's UTF-8. `btoa` alone refuses what is not Latin-1. */
const base64InJavaScript = (text: string) =>
  `btoa(String.fromCharCode(...new TextEncoder().encode(${JSON.stringify(text)})))`;

/** Writes a call for a module in Node or a browser. A string of JSON is one of JavaScript too. */
export function javascript(call: ExampleCall): string {
  const { method, url, body, certificate } = call;
  if (certificate) return javascriptWith(certificate, call);
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...headersInJavaScript(call),
    ...(body === undefined ? [] : [`  body: ${JSON.stringify(body)},`]),
    '});',
    'console.log(await response.json());',
  ].join('\n');
}

/** Writes a call for Node alone: no browser lets a script choose a client certificate. */
function javascriptWith({ file, key }: NonNullable<ExampleCall['certificate']>, call: ExampleCall): string {
  const { method, url, body } = call;
  return [
    "import { readFileSync } from 'node:fs';",
    "import { request } from 'node:https';",
    '',
    'const options = {',
    `  method: ${JSON.stringify(method)},`,
    `  cert: readFileSync(${JSON.stringify(file)}),`,
    `  key: readFileSync(${JSON.stringify(key)}),`,
    ...headersInJavaScript(call),
    '};',
    `request(${JSON.stringify(url)}, options, async (response) => {`,
    "  console.log(JSON.parse((await response.toArray()).join('')));",
    `}).end(${body === undefined ? '' : JSON.stringify(body)});`,
  ].join('\n');
}

const headersInJavaScript = ({ headers, person }: ExampleCall) => [
  '  headers: {',
  ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ...(person ? [`    "Authorization": "Basic " + ${base64InJavaScript(colonJoined(person))},`] : []),
  '  },',
];

/** Writes a call for Python 3, without a package. A string of JSON is one of Python too. */
export function python({ method, url, headers, body, person, certificate }: ExampleCall): string {
  return [
    `import ${person ? 'base64, ' : ''}json, ${certificate ? 'ssl, ' : ''}urllib.request`,
    '',
    ...(certificate
      ? [
          'context = ssl.create_default_context()',
          `context.load_cert_chain(${JSON.stringify(certificate.file)}, ${JSON.stringify(certificate.key)})`,
        ]
      : []),
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method=${JSON.stringify(method)},`,
    '    headers={',
    ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    ...(person
      ? [
          `        "Authorization": "Basic " + base64.b64encode(${JSON.stringify(colonJoined(person))}.encode()).decode(),`,
        ]
      : []),
    '    },',
    ...(body === undefined ? [] : [`    data=${JSON.stringify(body)}.encode(),`]),
    ')',
    `with urllib.request.urlopen(request${certificate ? ', context=context' : ''}) as response:`,
    '    print(json.load(response))',
  ].join('\n');
}
