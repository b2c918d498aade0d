import { describe, expect, it } from 'vitest';
import { messages } from '../../../src/control-plane/portal/pages/messages.ts';
import { steps } from '../../../src/data-plane/gateway/admission/steps.ts';
import { factsInWords } from '../../../src/ui/components/decision-facts.ts';
import { formatsOf } from '../../../src/ui/kit/formats.ts';

const english = { text: messages.en, format: formatsOf('en') };
const french = { text: messages.fr, format: formatsOf('fr') };
const german = { text: messages.de, format: formatsOf('de') };

describe('the facts of a decision, in words', () => {
  it('are named, in an order to read, with their units', () => {
    const facts = { plan: 'gold', resetsInSeconds: 45, limit: 1500, windowSeconds: 60, remaining: 0 };
    expect(factsInWords(english, facts)).toEqual([
      { name: 'Plan', value: 'gold' },
      { name: 'Limit', value: '1,500' },
      { name: 'Window', value: '60 seconds' },
      { name: 'Left', value: '0' },
      { name: 'Window closes in', value: '45 seconds' },
    ]);
    expect(factsInWords(german, facts)).toContainEqual({ name: 'Limit', value: '1.500' });
  });

  it.each([
    ['', 'calls of the application under this plan', 'Aufrufe der Anwendung unter diesem Plan'],
    [':cost', 'GraphQL cost of the application', 'GraphQL-Kosten der Anwendung'],
    [
      ':kilobytes:monthly',
      'kilobytes of the application under this plan, by the limit monthly',
      'Kilobyte der Anwendung unter diesem Plan, nach dem Limit monthly',
    ],
    [
      ':meter:tokens:daily',
      'units of tokens of the application under this plan, by the limit daily',
      'Einheiten von tokens der Anwendung unter diesem Plan, nach dem Limit daily',
    ],
  ])('tell what the counter %j counts, and not its id', (suffix, inEnglish, inGerman) => {
    const facts = { counter: `0190-app:0190-plan${suffix}` };
    expect(factsInWords(english, facts)).toEqual([
      { name: 'Counted', value: expect.stringContaining(inEnglish) },
    ]);
    expect(factsInWords(german, facts)[0]?.value).toContain(inGerman);
    expect(factsInWords(english, { counter: 'a:b:bottles' })[0]?.value).toBe('a:b:bottles');
  });

  it('tell instants, answers, known words, and what there is none of', () => {
    const facts = {
      tokenSent: true,
      suspended: false,
      knownBy: 'CLIENT_KEY',
      scopes: [],
      max: null,
      expiresAt: '2027-01-01T10:30:00.000Z',
    };
    expect(Object.fromEntries(factsInWords(english, facts).map(({ name, value }) => [name, value]))).toEqual({
      'Access token sent': 'yes',
      Suspended: 'no',
      'Known by': 'client key',
      Scopes: 'none',
      'At most': 'none',
      Expires: '1 Jan 2027, 10:30 UTC',
    });
  });

  it('tell a fault by other words than a rule that is not met', () => {
    expect(factsInWords(english, { rule: 'UNREADABLE' })[0]?.value).toBe('it can be read');
    expect(factsInWords(english, { fault: 'UNREADABLE' })[0]?.value).toBe('it cannot be read');
    expect(factsInWords(english, { fault: 'ECONNREFUSED' })[0]?.value).toBe('ECONNREFUSED');
  });

  it('tell what lies within each other in one line', () => {
    const facts = {
      versions: [
        { api: 'a:1.0.0', online: true, waysIn: [{ place: 'header X', type: 'API_KEY' }] },
        {
          api: 'a:2.0.0',
          online: false,
          operation: 'GET /b',
          waysIn: [{ all: [{ type: 'API_KEY' }, { type: 'OAUTH2' }] }],
        },
      ],
    };
    expect(factsInWords(english, facts)).toEqual([
      {
        name: 'Versions',
        value:
          'API: a:1.0.0, online: yes, ways in: by: key, in: header X; API: a:2.0.0, online: no, ways in: all of: by: key; by: access token, Operation: GET /b',
      },
    ]);
  });

  it('are told as they are where there is no word for them', () => {
    expect(factsInWords(english, { newFact: 'NEW_VALUE', constructor: 'toString', plan: 'gold' })).toEqual([
      { name: 'Plan', value: 'gold' },
      { name: 'newFact', value: 'NEW_VALUE' },
      { name: 'constructor', value: 'toString' },
    ]);
  });
});

it('names what is told of requests and back-ends in each language', () => {
  const facts = {
    httpVersion: '1.1',
    headers: 4,
    contentLength: 7,
    connectMs: 1,
    answerMs: 1,
    idleMs: 1,
    callMs: 1,
  };
  for (const words of [english, german, french])
    for (const { name } of factsInWords(words, {
      ...facts,
      fault: 'x',
      header: 'Accept',
      backend: 'b',
      takes: [],
    }))
      expect(name).toMatch(/^(?:header$|[\p{Lu}])/u);
});

it.each(['request', ...steps.map(({ name }) => name), 'forward'])(
  'the step %s of the gateway has its question',
  (step) => {
    for (const { text } of [english, german]) expect(text.why.steps).toHaveProperty(step);
  },
);
