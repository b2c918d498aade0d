type CurlCall = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string | null;
};

/** Writes the command that sends a call. Each argument is in quotes that no shell looks into. */
export function curlOf({ method, url, headers, body }: CurlCall): string {
  return [
    `curl ${method === 'GET' || body !== null ? '' : `-X ${method} `}${quoted(url)}`,
    ...headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
