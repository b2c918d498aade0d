import type { ExampleCall } from './snippet.ts';

/**
 * Writes a call for Java 11 and later, without a package. A string of JSON is one of Java too.
 *
 * A client certificate is given to the virtual machine, as its stores read no PEM.
 */
export function java({ method, url, headers, body, person, certificate }: ExampleCall): string {
  const content = body === undefined ? 'noBody()' : `ofString(${JSON.stringify(body)})`;
  const basic = JSON.stringify(`${person?.username}:${person?.password}`);
  return [
    ...(certificate
      ? [
          `// openssl pkcs12 -export -in ${certificate.file} -inkey ${certificate.key} -out client.p12`,
          '// java -Djavax.net.ssl.keyStore=client.p12 -Djavax.net.ssl.keyStorePassword=… Call.java',
        ]
      : []),
    'import java.net.URI;',
    'import java.net.http.*;',
    ...(person ? ['import java.nio.charset.StandardCharsets;', 'import java.util.Base64;'] : []),
    '',
    'class Call {',
    '  public static void main(String[] args) throws Exception {',
    `    var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`,
    ...headers.map(([name, value]) => `        .header(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    ...(person
      ? [
          '        .header("Authorization", "Basic " + Base64.getEncoder()',
          `            .encodeToString(${basic}.getBytes(StandardCharsets.UTF_8)))`,
        ]
      : []),
    `        .method(${JSON.stringify(method)}, HttpRequest.BodyPublishers.${content})`,
    '        .build();',
    '    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.body());',
    '  }',
    '}',
  ].join('\n');
}
