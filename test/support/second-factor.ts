import { type Authenticator, type Circumstances, createAuthenticator } from './authenticator.ts';
import { type ConsoleWorld, readPage, type Visitor } from './console.ts';

const ORIGIN = 'http://control.test';

/** An authenticator at the console's own address. */
export const consoleAuthenticator = () => createAuthenticator(ORIGIN);

/** A person of an org, with a browser that an invitation's link signed in. */
export type Invitee = { readonly email: string; readonly password: string; readonly person: Visitor };

/** @param input of `inviteUser`, the address at least */
export async function accepted(
  world: ConsoleWorld,
  input: {
    readonly email: string;
    readonly org?: string;
    readonly everyOrg?: boolean;
    readonly role?: string;
  },
  password = 'a-password-of-tests',
): Promise<Invitee> {
  const { url } = await world.mutate<{ url: string }>(
    'inviteUser',
    { role: 'DEVELOPER', ...input },
    '{ url }',
  );
  const person = world.visitor();
  const code = new URL(url).searchParams.get('code') ?? '';
  const answer = await person.submit('/console/invitation', { code, password });
  if (answer.status !== 303) throw new Error(`not accepted: ${answer.status} ${await answer.text()}`);
  return { email: input.email, password, person };
}

/** Reads the options that a browser gets before it uses or makes a passkey. */
export async function optionsOf<Options>(person: Visitor, purpose: 'authentication' | 'registration') {
  const answer = await person.post(`/console/passkey-options/${purpose}`, undefined);
  const body = (await answer.json()) as Options & {
    errors?: { message: string; extensions: { code: string } }[];
  };
  return { status: answer.status, options: body as Options, code: body.errors?.[0]?.extensions.code };
}

/** The recovery codes that a page shows. */
export const codesIn = ({ html }: { readonly html: string }): readonly string[] =>
  html.match(/(?<=<code class="code">)(?:\w{4}-){3}\w{4}/g) ?? [];

type Registration = { readonly path?: string; readonly name?: string; readonly lies?: Circumstances };

/** Registers a passkey on the account page, unless at another path. */
export async function register(
  person: Visitor,
  authenticator: Authenticator,
  { path = '/console/account/passkeys', name = 'Laptop', lies }: Registration = {},
) {
  const { options } = await optionsOf<Parameters<Authenticator['create']>[0]>(person, 'registration');
  const credential = JSON.stringify(authenticator.create(options, lies));
  const page = await readPage(person.submit(path, { credential, name }));
  return { ...page, codes: codesIn(page) };
}

/** Shows a passkey to a session that waits for it. */
export async function show(person: Visitor, authenticator: Authenticator, lies?: Circumstances) {
  const { options } = await optionsOf<Parameters<Authenticator['get']>[0]>(person, 'authentication');
  return readPage(
    person.submit('/console/second-factor', { credential: JSON.stringify(authenticator.get(options, lies)) }),
  );
}

/** Signs in by a password, and stops where a passkey is asked for. */
export async function passwordGiven(
  world: ConsoleWorld,
  { email, password }: Pick<Invitee, 'email' | 'password'>,
  org = '',
): Promise<Visitor> {
  const person = world.visitor();
  const answer = await person.submit('/console/sign-in', { email, password, org });
  if (answer.status !== 303) throw new Error(`not signed in: ${answer.status} ${await answer.text()}`);
  return person;
}

/** Reads the viewer of a session: the orgs, or the code of the refusal. */
export async function seen(person: Visitor) {
  const query = '{ viewer { name orgs { name } passkeys { name } recoveryCodesLeft } }';
  const answer = await person.post('/console/graphql', { query });
  const { data, errors } = (await answer.json()) as {
    data?: {
      viewer: {
        name: string;
        orgs: { name: string }[];
        passkeys: { name: string }[];
        recoveryCodesLeft: number;
      };
    };
    errors?: { extensions: { code: string } }[];
  };
  return errors ? errors[0]?.extensions.code : data?.viewer.orgs.map(({ name }) => name);
}
