const NO_STORE = { 'cache-control': 'no-store' };

/** Writes a refusal for the scripts of the console, in the form of GraphQL. */
export function refusalResponse({ message, code, status }: RefusalBody): Response {
  return Response.json({ errors: [{ message, extensions: { code } }] }, { status, headers: NO_STORE });
}

type RefusalBody = { readonly message: string; readonly code: string; readonly status: number };
