import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messages } from '../../../src/control-plane/console/pages/messages.ts';
import { changeSentence } from '../../../src/control-plane/console/pages/overview/change-sentence.ts';

const inWords = (change: Parameters<typeof changeSentence>[1]) => {
  const { who, before, subject: what, after, within } = changeSentence(messages.en, change);
  return [who, before, what, after, within && `in ${within}`].filter(Boolean).join(' ');
};

describe('a change in words', () => {
  it.each([
    ['user:vera@acme.example', 'publishProduct', 'parcels:2.0.0', 'Vera published Parcels 2.0.0'],
    [
      'user:vera@acme.example',
      'publishProduct',
      'sample-graphql:1.0.0',
      'Vera published Sample GraphQL 1.0.0',
    ],
    [
      'user:ada.king@acme.example',
      'removeProduct',
      'old-ones:1.0.0',
      'Ada King removed Old Ones 1.0.0 from its catalog',
    ],
    [
      'token:ci',
      'createApplication',
      'sandbox/consumers/shop',
      'Token ci created the application shop in sandbox/consumers',
    ],
    ['platform', 'retireProduct', 'parcels:1.0.0', 'Gatehouse retired Parcels 1.0.0'],
    ['anonymous', 'signInFailed', 'ada@acme.example', 'Somebody failed to sign in as ada@acme.example'],
    [
      'token:ci',
      'approveSubscription',
      '01a2150d-7990-75a9-99e1-f1526e577cd3',
      'Token ci approved a subscription',
    ],
    ['token:ci', 'resendWebhookDelivery', '17', 'Token ci sent a delivery again'],
    ['token:ci', 'constructor', 'it', 'Token ci did constructor to it'],
  ])('of %s is told: %s %s', (...[actor, action, subject, sentence]) => {
    expect(inWords({ actor, action, subject })).toBe(sentence);
  });

  it.each([
    ['setApiOnline', { online: true }, 'Vera switched Sample 1.0.0 on'],
    ['setApiOnline', { online: false, catalog: 'sandbox' }, 'Vera switched Sample 1.0.0 off'],
    ['setApiOnline', null, 'Vera switched Sample 1.0.0 on or off'],
    ['setApiOnline', { online: 'constructor' }, 'Vera switched Sample 1.0.0 on or off'],
    ['setLocalUserState', { state: 'SUSPENDED' }, 'Vera suspended the local user Sample 1.0.0'],
    ['setLocalUserState', { state: 'ENABLED' }, 'Vera let the local user Sample 1.0.0 sign in'],
  ])('of %s with the detail %j is told: %s', (action, detail, sentence) => {
    expect(inWords({ actor: 'user:vera@acme.example', action, subject: 'sample:1.0.0', detail })).toBe(
      sentence,
    );
  });

  it.each([
    ['parcels:2.0.0', 'Parcels & Post', 'Parcels & Post 2.0.0', 'parcels:2.0.0'],
    ['parcels:2.0.0', 'Parcels', 'Parcels 2.0.0', undefined],
    ['parcels:2.0.0', null, 'Parcels 2.0.0', undefined],
    ['sandbox/consumers/app-1', 'Web shop', 'Web shop', 'app-1'],
    ['sandbox/consumers/shop', 'Shop', 'Shop', undefined],
    ['sandbox/parcels:2.0.0', 'Post', 'Post 2.0.0', 'parcels:2.0.0'],
  ])('of %s, whose title is %s, names it %s', (...[subject, subjectTitle, shown, name]) => {
    const change = { actor: 'platform', action: 'publishProduct', subject, subjectTitle };
    expect(changeSentence(messages.en, change)).toMatchObject({ subject: shown, name });
  });

  it('is told in German in its own order', () => {
    const told = (action: string, subject: string) => {
      const parts = changeSentence(messages.de, { actor: 'user:vera@acme.example', action, subject });
      return messages.de.changes
        .told({ ...parts, within: parts.within ? ` in ${parts.within}` : '' })
        .join('');
    };
    expect(told('publishProduct', 'parcels:2.0.0')).toBe('Vera hat Parcels 2.0.0 veröffentlicht');
    expect(told('createApplication', 'sandbox/consumers/shop')).toBe(
      'Vera hat die Anwendung shop in sandbox/consumers angelegt',
    );
    expect(told('approveSubscription', '17').trim()).toBe('Vera hat ein Abonnement freigegeben');
  });

  it('is told for every action that management and the portal record', () => {
    const files = ['management', 'portal'].flatMap((part) =>
      readdirSync(join('src/control-plane', part), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join('src/control-plane', part, name), 'utf8')),
    );
    // Made of a verb and a noun, so that no text has them.
    const composed = ['assign', 'unassign'].flatMap((verb) => [
      `${verb}UserRegistry`,
      `${verb}OAuthProvider`,
    ]);
    const actions = new Set(
      files.flatMap((text) => [...text.matchAll(/\baction: '([a-z]\w+)'/g)].map(([, name = '']) => name)),
    );
    expect(actions.size).toBeGreaterThan(50);
    const untold = [...actions, ...composed].filter((action) =>
      inWords({ actor: 'platform', action, subject: 'it' }).includes(` did ${action} `),
    );
    expect(untold, 'actions without words in change-texts.ts').toEqual([]);
  });
});
