// Which orgs ask for a second factor, and whose: what one org knows or does of a person reaches no other.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../../../src/process/settings/config.ts';
import { type ConsoleWorld, consoleOf, openConsole, readPage, type Visitor } from '../../support/console.ts';
import { openManagement } from '../../support/management.ts';
import { hiddenOf } from '../../support/page-elements.ts';
import {
  accepted,
  consoleAuthenticator,
  type Invitee,
  optionsOf,
  passwordGiven,
  register,
  seen,
  show,
} from '../../support/second-factor.ts';

let world: ConsoleWorld;
let count = 0;
/** Orgs and an address that no other test knows. */
let [acme, beta] = ['', ''];
let email: string;

beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());
beforeEach(async () => {
  count += 1;
  [acme, beta] = [`acme-${count}`, `beta-${count}`];
  email = `ada-${count}@acme.example`;
  for (const title of [acme, beta]) await world.mutate('createOrg', { title });
});

const PASSWORD = 'a-password-of-ada';
const member = (org: string, password = PASSWORD, role = 'DEVELOPER') =>
  accepted(world, { org, email, role }, password);
const requires = (org: string, requiresSecondFactor = true) =>
  world.mutate('updateOrg', { org, requiresSecondFactor }, '{ requiresSecondFactor }');
const enter = (person: Visitor, org: string) => person.submit('/console/account/org', { org });
const actionsOf = async (org: string) => {
  const { auditEvents } = await world.query<{
    auditEvents: { nodes: { actor: string; action: string; detail: unknown }[] };
  }>('query ($org: String) { auditEvents(org: $org, first: 20) { nodes { actor action detail } } }', { org });
  return auditEvents.nodes;
};
const hasSecondFactor = async (org: string) => {
  const { users } = await world.query<{ users: { email: string; hasSecondFactor: boolean }[] }>(
    'query ($org: String) { users(org: $org) { email hasSecondFactor } }',
    { org },
  );
  return users.find((user) => user.email === email)?.hasSecondFactor;
};

describe('an org that requires a second factor', () => {
  it('opens to nobody before a passkey is registered, which is asked for right after the password', async () => {
    expect(await requires(acme)).toEqual({ requiresSecondFactor: true });
    const { person } = await member(acme);
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    const signIn = (await person.get('/console/overview')).headers.get('location') ?? '';
    const asking = (await person.get(signIn)).headers.get('location') ?? '';
    const page = await readPage(person.get(asking));
    expect(page.text).toContain(`${acme} asks its people for a passkey beside the password.`);
    expect(page.text).not.toContain('recovery');
    const { status, codes } = await register(person, consoleAuthenticator(), {
      path: '/console/second-factor/passkey',
    });
    expect([status, codes.length]).toEqual([200, 10]);
    expect(await seen(person)).toEqual([acme]);
    expect((await actionsOf(acme)).map(({ action }) => action).slice(0, 3)).toEqual([
      'signIn',
      'registerPasskey',
      'addSecondFactor',
    ]);
  });

  it('tells the audit who required it, and shuts the sessions that are open, live ones too', async () => {
    const { person } = await member(acme, PASSWORD, 'ADMINISTRATOR');
    const live = await person.post(
      '/console/graphql',
      { query: 'subscription { events { type } }' },
      { accept: 'text/event-stream' },
    );
    const ended = live.text();
    const query = 'mutation { updateOrg(input: {requiresSecondFactor: true}) { requiresSecondFactor } }';
    expect((await person.post('/console/graphql', { query })).status).toBe(200);
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    await expect(ended).resolves.toContain('event: complete');
    expect((await actionsOf(acme))[0]).toMatchObject({
      actor: `user:${email}`,
      action: 'updateOrg',
      detail: { requiresSecondFactor: true },
    });
    await requires(acme, false);
    expect(await seen(person)).toEqual([acme]);
  });

  it('reads in its audit who could not show one, and with what she tried', async () => {
    const ada = await member(acme);
    await register(ada.person, consoleAuthenticator());
    const person = await passwordGiven(world, ada);
    expect((await show(person, consoleAuthenticator())).status).toBe(401);
    expect((await person.submit('/console/second-factor', { code: 'AAAA' })).status).toBe(401);
    await world.deps.failedSignIns.tell();
    const failed = (await actionsOf(acme)).filter(({ action }) => action === 'signInFailed');
    expect(failed.map(({ detail }) => (detail as { secondFactor: string }).secondFactor).sort()).toEqual([
      'passkey',
      'recovery code',
    ]);
  });

  it('is one that an administrator made so; a developer cannot, nor for another org', async () => {
    const { person } = await member(acme);
    const update = async (input: string) => {
      const query = `mutation { updateOrg(input: {${input}}) { name } }`;
      const answer = await person.post('/console/graphql', { query });
      return ((await answer.json()) as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions
        .code;
    };
    expect(await update('requiresSecondFactor: true')).toBe('FORBIDDEN');
    expect(
      await (await world.as('ADMINISTRATOR', acme)).refused('updateOrg', { org: beta }, '{ name }'),
    ).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('asks again who removes her last passkey', async () => {
    await requires(acme);
    const { person } = await member(acme);
    await register(person, consoleAuthenticator(), { path: '/console/second-factor/passkey' });
    const [id = ''] = hiddenOf(await readPage(person.get('/console/account')), 'of');
    await person.submit('/console/account/passkeys/delete', { of: id });
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    expect(await optionsOf(person, 'registration')).toMatchObject({ status: 200 });
  });

  it('is no matter for access tokens, and makes no rule for who reaches every org', async () => {
    await requires(acme);
    expect(await (await world.as('VIEWER', acme)).query('{ viewer { orgs { name } } }')).toEqual({
      viewer: { orgs: [{ name: acme }] },
    });
    const operator = await accepted(world, { everyOrg: true, email: `operator-${count}@acme.example` });
    expect(await seen(operator.person)).toContain(acme);
  });

  it('binds passkeys to the host of the console, where that has one of its own', async () => {
    const other = await openManagement();
    const urls = { ...other.deps.urls, control: 'http://api.test', console: 'http://control.test' };
    const apart = await consoleOf({ ...other, deps: { ...other.deps, urls } }, { urls } as Partial<Config>);
    try {
      await apart.mutate('createOrg', { title: 'Acme' });
      const { person } = await accepted(apart, { org: 'acme', email });
      type Options = { rp: { id: string } };
      expect((await optionsOf<Options>(person, 'registration')).options.rp.id).toBe('control.test');
    } finally {
      await apart.close();
    }
  });

  it('cannot be where browsers keep no passkeys', async () => {
    const other = await openConsole();
    try {
      (other.deps.urls as { console: string }).console = 'http://127.0.0.1:9000';
      await other.mutate('createOrg', { title: 'Acme' });
      expect(await other.refused('updateOrg', { requiresSecondFactor: true }, '{ name }')).toMatchObject({
        status: 409,
        code: 'PASSKEYS_UNAVAILABLE',
        message: expect.stringContaining('Browsers keep no passkeys for 127.0.0.1: give the console a name'),
      });
    } finally {
      (other.deps.urls as { console: string }).console = 'http://control.test';
      await other.close();
    }
  });
});

describe('a person of several orgs', () => {
  const both = async (): Promise<Invitee> => {
    await member(acme);
    const invitee = await member(beta);
    return { ...invitee, person: await passwordGiven(world, invitee) };
  };

  it('is asked for one passkey in all orgs that one password opens, and is not asked again when she goes on', async () => {
    const ada = await both();
    const authenticator = consoleAuthenticator();
    await register(ada.person, authenticator);
    for (const org of ['', acme, beta]) {
      const person = await passwordGiven(world, ada, org);
      expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
      expect((await show(person, authenticator)).status).toBe(303);
    }
    expect((await enter(ada.person, beta)).status).toBe(303);
    expect(await seen(ada.person)).toEqual([beta]);
    expect([await hasSecondFactor(acme), await hasSecondFactor(beta)]).toEqual([true, true]);
  });

  it('who goes on to an org that requires a passkey registers one before she sees anything of it', async () => {
    const ada = await both();
    await requires(beta);
    expect(await seen(ada.person)).toEqual([acme]);
    expect((await enter(ada.person, beta)).status).toBe(303);
    expect(await seen(ada.person)).toBe('SECOND_FACTOR_REQUIRED');
    const page = await readPage(ada.person.get('/console/second-factor'));
    expect(page.text).toContain(`Go to ${acme}`);
    expect((await ada.person.submit('/console/second-factor/org', { org: acme })).status).toBe(303);
    expect(await seen(ada.person)).toEqual([acme]);
  });

  it('is asked again when she goes on to an org with a passkey of its own', async () => {
    await member(acme, 'a-password-of-acme');
    const inAcme = consoleAuthenticator();
    const inBeta = consoleAuthenticator();
    const one = await passwordGiven(world, { email, password: 'a-password-of-acme' });
    await register(one, inAcme);
    const ada = await member(beta);
    await register(ada.person, inBeta);
    await one.submit('/console/account/password', {
      currentPassword: 'a-password-of-acme',
      newPassword: PASSWORD,
    });
    const person = await passwordGiven(world, ada);
    await show(person, inAcme);
    expect(await seen(person)).toEqual([acme]);
    await enter(person, beta);
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    expect((await show(person, inAcme)).status).toBe(401);
    expect((await show(person, inBeta)).status).toBe(303);
    expect(await seen(person)).toEqual([beta]);
    await enter(person, acme);
    expect(await seen(person)).toEqual([acme]);
  });

  it('whose address another org took has nothing of what was set up there, and is held up by none of it', async () => {
    // Eve administers beta: she invites the address of ada, and takes the link herself.
    const eve = await member(beta, 'a-password-of-eve');
    const hers = consoleAuthenticator();
    await register(eve.person, hers);
    const ada = await member(acme);
    expect(await seen(await passwordGiven(world, ada))).toEqual([acme]);
    expect([await hasSecondFactor(acme), await hasSecondFactor(beta)]).toEqual([false, true]);
    await requires(acme);
    const person = await passwordGiven(world, ada);
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    expect(await optionsOf(person, 'authentication')).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    const page = await readPage(person.get('/console/second-factor'));
    expect(page.text).toContain(`${email} has none yet`);
    expect(page.text).not.toContain(beta);
  });

  it('who did not show it goes on to an org that asks for none, whose session lasts as long as any', async () => {
    const ada = await both();
    const authenticator = consoleAuthenticator();
    await register(ada.person, authenticator);
    await world.mutate('resetSecondFactor', { org: beta, email }, '{ email }');
    const person = await passwordGiven(world, ada);
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    expect((await readPage(person.get('/console/second-factor'))).text).toContain(`Go to ${beta}`);
    await person.submit('/console/second-factor/org', { org: beta });
    expect(await seen(person)).toEqual([beta]);
    world.pass(3_600_000);
    expect(await seen(person)).toEqual([beta]);
    // What she registers there is of that org alone: the password adds nothing to what the other one asks for.
    const thief = consoleAuthenticator();
    await register(person, thief);
    await enter(person, acme);
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    expect((await show(person, thief)).status).toBe(401);
    expect((await show(person, authenticator)).status).toBe(303);
  });
});

describe('resetSecondFactor', () => {
  it('lets a person into the org by her password again, ends her sessions there, and leaves her other orgs as they are', async () => {
    await member(acme);
    const ada = await member(beta);
    const person = await passwordGiven(world, ada);
    const authenticator = consoleAuthenticator();
    await register(person, authenticator);
    const administrator = await world.as('ADMINISTRATOR', acme);
    expect(await administrator.mutate('resetSecondFactor', { email }, '{ email hasSecondFactor }')).toEqual({
      email,
      hasSecondFactor: false,
    });
    expect(await seen(person)).toBe('UNAUTHENTICATED');
    expect(await seen(await passwordGiven(world, ada, acme))).toEqual([acme]);
    const elsewhere = await passwordGiven(world, ada, beta);
    expect(await seen(elsewhere)).toBe('SECOND_FACTOR_REQUIRED');
    expect((await show(elsewhere, authenticator)).status).toBe(303);
    expect((await actionsOf(acme)).map(({ action }) => action)).toContain('resetSecondFactor');
    expect((await actionsOf(beta)).map(({ action }) => action)).not.toContain('resetSecondFactor');
  });

  it('is refused for another org, for who has none, and for a developer', async () => {
    const ada = await member(beta);
    await register(ada.person, consoleAuthenticator());
    const administrator = await world.as('ADMINISTRATOR', acme);
    const refused = (input: object) => administrator.refused('resetSecondFactor', { ...input }, '{ email }');
    expect(await refused({ email })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await refused({ org: beta, email })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await refused({ everyOrg: true, email })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const developer = await world.as('DEVELOPER', beta);
    expect(await developer.refused('resetSecondFactor', { email }, '{ email }')).toMatchObject({
      code: 'FORBIDDEN',
    });
    await world.mutate('resetSecondFactor', { org: beta, email }, '{ email }');
    expect(await world.refused('resetSecondFactor', { org: beta, email }, '{ email }')).toMatchObject({
      status: 409,
      code: 'TRANSITION_REFUSED',
    });
  });

  it('and a removal leave nothing of a second factor that no org asks for any more', async () => {
    const rows = () => world.database.prisma.secondFactor.count({ where: { user: { email } } });
    const ada = await member(acme);
    await register(ada.person, consoleAuthenticator());
    expect(await rows()).toBe(1);
    await world.mutate('resetSecondFactor', { org: acme, email }, '{ email }');
    expect(await rows()).toBe(0);
    await register(await passwordGiven(world, ada), consoleAuthenticator());
    expect(await rows()).toBe(1);
    await member(beta);
    await world.mutate('removeUser', { org: acme, email }, '');
    expect(await rows()).toBe(0);
  });
});
