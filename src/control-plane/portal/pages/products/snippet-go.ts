import type { ExampleCall } from './snippet.ts';

/** Writes a call for Go, without a package. A string of JSON is one of Go too. */
export function go({ method, url, headers, body, person, certificate }: ExampleCall): string {
  const packages = ['fmt', 'io', 'net/http', ...(body === undefined ? [] : ['strings'])];
  const content = body === undefined ? 'nil' : `strings.NewReader(${JSON.stringify(body)})`;
  const { username = '', password = '' } = person ?? {};
  return [
    'package main',
    '',
    'import (',
    ...[...(certificate ? ['crypto/tls'] : []), ...packages].map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(certificate ? certified(certificate) : ['\tclient := http.DefaultClient']),
    `\trequest, err := http.NewRequest(${JSON.stringify(method)}, ${JSON.stringify(url)}, ${content})`,
    ...FAILED,
    ...headers.map(
      ([name, value]) => `\trequest.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    ),
    ...(person ? [`\trequest.SetBasicAuth(${JSON.stringify(username)}, ${JSON.stringify(password)})`] : []),
    '\tresponse, err := client.Do(request)',
    ...FAILED,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    ...FAILED,
    '\tfmt.Println(string(answer))',
    '}',
  ].join('\n');
}

const FAILED = ['\tif err != nil {', '\t\tpanic(err)', '\t}'];

const certified = ({ file, key }: NonNullable<ExampleCall['certificate']>) => [
  `\tcertificate, err := tls.LoadX509KeyPair(${JSON.stringify(file)}, ${JSON.stringify(key)})`,
  ...FAILED,
  '\tconfig := &tls.Config{Certificates: []tls.Certificate{certificate}}',
  '\tclient := &http.Client{Transport: &http.Transport{TLSClientConfig: config}}',
];
