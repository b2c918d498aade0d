const NO_STORE = { 'cache-control': 'no-store' };

/** A refusal as the scripts of the console read it: in the form of GraphQL. */
export function told({ message, code, status }: ToldRefusal): Response {
  return Response.json({ errors: [{ message, extensions: { code } }] }, { status, headers: NO_STORE });
}

type ToldRefusal = { readonly message: string; readonly code: string; readonly status: number };
