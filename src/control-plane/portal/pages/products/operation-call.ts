import type { ExampleCall } from './snippet.ts';

/** Facts of an operation that a call of it is made from. */
type CallableOperation = {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly location: 'path' | 'query' | 'header' | 'cookie';
    readonly required: boolean;
    readonly example: string;
  }[];
  readonly request: readonly { readonly mediaType: string; readonly example: string | null }[];
};

/** Makes a call of an operation with all that it must carry, besides its credentials. */
export function operationCall(
  url: string,
  { method, path, parameters, request }: CallableOperation,
): ExampleCall {
  const needed = (location: CallableOperation['parameters'][number]['location']) =>
    parameters.filter((each) => each.location === location && each.required);
  const target = needed('path').reduce(
    (whole, { name, example }) => whole.replaceAll(`{${name}}`, () => encodeURIComponent(example)),
    path,
  );
  const query = needed('query').map(({ name, example }) => [name, example].map(encodeURIComponent).join('='));
  const cookies = needed('cookie').map(({ name, example }) => `${name}=${encodeURIComponent(example)}`);
  // A form with files is written by no two tools alike.
  const content = request.find(
    ({ mediaType, example }) => example !== null && !/^multipart/i.test(mediaType),
  );
  return {
    method,
    url: `${url}${target}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: [
      ...(content ? [['Content-Type', content.mediaType] as const] : []),
      ...needed('header').map(({ name, example }) => [name, example] as const),
      ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
    ],
    body: content?.example === null ? undefined : content && inOneLine(content.example),
  };
}

/** JSON without its line breaks: a call is read as a whole. */
function inOneLine(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
