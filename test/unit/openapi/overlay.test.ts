import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/foundation/errors.ts';
import { applyOverlay } from '../../../src/openapi/document/overlay.ts';

const document = () => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    '/things': {
      get: {
        summary: 'All',
        tags: ['a', 'b', 'c'],
        parameters: [{ name: 'filter', in: 'query' }],
        responses: { 200: { description: 'x' }, 500: { description: 'x' } },
      },
      post: { responses: { 201: { description: 'x' }, 500: { description: 'x' } } },
    },
  },
});

const overlay = (actions: unknown, version = '1.1.0') => ({
  overlay: version,
  info: { title: 'Test', version: '1' },
  actions,
});

function applied(actions: unknown, version?: string) {
  const changed = document();
  applyOverlay(changed, overlay(actions, version), ['input', 'overlay']);
  return changed as unknown as Record<string, never> & ReturnType<typeof document>;
}

function refusedBy(value: unknown) {
  try {
    applyOverlay(document(), value, ['input', 'overlay']);
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message, path: error.inputPath };
    throw error;
  }
  return undefined;
}
const refusedAction = (action: unknown, version?: string) => refusedBy(overlay([action], version));
const GET = "$.paths['/things'].get";

describe('an overlay', () => {
  it('merges an object into each node that it selects, member by member', () => {
    const { paths } = applied([
      { target: '$.paths.*.*', update: { 'x-safe': true, responses: { 429: { description: 'y' } } } },
    ]);
    expect(paths['/things'].get).toMatchObject({ summary: 'All', 'x-safe': true });
    expect(Object.keys(paths['/things'].get.responses)).toEqual(['200', '429', '500']);
    expect(Object.keys(paths['/things'].post.responses)).toEqual(['201', '429', '500']);
  });

  it('puts the lists of a merged object behind those that are there', () => {
    const { paths } = applied([
      { target: GET, update: { tags: ['d'], parameters: [{ name: 'top', in: 'query' }] } },
    ]);
    expect(paths['/things'].get.tags).toEqual(['a', 'b', 'c', 'd']);
    expect(paths['/things'].get.parameters.map(({ name }) => name)).toEqual(['filter', 'top']);
  });

  it('appends to a list: in version 1.0 one entry, in 1.1 each of an array', () => {
    const action = { target: `${GET}.tags`, update: ['d', 'e'] };
    expect(applied([action]).paths['/things'].get.tags).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(applied([action], '1.0.0').paths['/things'].get.tags).toEqual(['a', 'b', 'c', ['d', 'e']]);
  });

  it('replaces a text in version 1.1, and refuses that in 1.0', () => {
    const action = { target: `${GET}.summary`, update: 'Each' };
    expect(applied([action]).paths['/things'].get.summary).toBe('Each');
    expect(refusedAction(action, '1.0.0')).toMatchObject({
      code: 'OVERLAY_INVALID',
      path: ['input', 'overlay', 'actions', 0, 'target'],
    });
  });

  it('removes what it selects, also several entries of a list, and one that is selected twice', () => {
    const { paths } = applied([
      { target: "$..responses['500']", remove: true },
      { target: `${GET}.tags[0, 0, 2]`, remove: true },
    ]);
    expect(Object.keys(paths['/things'].get.responses)).toEqual(['200']);
    expect(Object.keys(paths['/things'].post.responses)).toEqual(['201']);
    expect(paths['/things'].get.tags).toEqual(['b']);
  });

  it('moves a path: it makes one, copies into it, and removes the old one', () => {
    const { paths } = applied([
      { target: '$.paths', update: { '/items': {} } },
      { target: "$.paths['/items']", copy: "$.paths['/things']" },
      { target: "$.paths['/things']", remove: true },
    ]);
    expect(paths).toEqual({ '/items': document().paths['/things'] });
  });

  it('changes nothing where it selects nothing', () => {
    expect(applied([{ target: '$.nowhere[?@.a == 1]', update: { a: 1 } }])).toEqual(document());
  });

  it('takes __proto__ for a name', () => {
    const update = JSON.parse('{ "__proto__": { "polluted": true } }');
    const changed = applied([{ target: '$.info', update }]);
    expect(Object.hasOwn(changed.info, '__proto__')).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    [{ target: '$.paths[', update: {} }, 'target', /is no JSONPath of RFC 9535/],
    [{ target: '$', remove: true }, 'target', /whole document/],
    [{ target: '$.info', update: 'x' }, 'update', /give an object/],
    [{ target: `${GET}.summary`, update: {} }, 'update', /give such a value/],
    [
      { target: '$.info', update: { title: [] } },
      'update',
      /Its title is an array where the document has an? primitive/,
    ],
    [{ target: `${GET}[*]`, update: {} }, 'target', /different kinds/],
    [{ target: '$.info', copy: '$.paths.*.*' }, 'copy', /several nodes/],
    [{ target: '$.info', copy: '$.none' }, 'copy', /no node/],
    [{ target: '$.info', copy: '$.info', update: {} }, 'copy', /either/],
    [{ target: 1 }, 'target', /Give its target/],
    [{ target: '$', remove: 'yes' }, 'remove', /true or false/],
    [{ target: '$', replace: {} }, 'replace', /no member replace/],
  ])('refuses %j, and names the action', (action, member, message) => {
    const refused = refusedBy(overlay([{ target: '$.info', update: {} }, action]));
    expect(refused).toMatchObject({
      code: 'OVERLAY_INVALID',
      path: ['input', 'overlay', 'actions', 1, member],
    });
    expect(refused?.message).toMatch(message);
    expect(refused?.message).toMatch(/^Action 1: /);
  });

  it.each([
    ['text', []],
    [{ info: {}, actions: [] }, ['overlay']],
    [{ ...overlay([]), overlay: '2.0.0' }, ['overlay']],
    [overlay([]), ['actions']],
    [overlay(Array(1001).fill({ target: '$' })), ['actions']],
    [{ ...overlay([{ target: '$' }]), info: { title: 'x' } }, ['info']],
    [{ ...overlay([{ target: '$' }]), more: 1 }, ['more']],
  ])('refuses what is none: %j', (value, path) => {
    expect(refusedBy(value)).toMatchObject({ code: 'OVERLAY_INVALID', path: ['input', 'overlay', ...path] });
  });

  it('is stopped where it copies without end', () => {
    const doubled = Array(60).fill({ target: '$.paths', copy: '$' });
    const grown = { target: '$', update: { x: { y: ['z'.repeat(1000)] } } };
    const refused = refusedBy(
      overlay([grown, ...Array(40).fill({ target: '$.x.y', copy: '$.x.y' }), ...doubled]),
    );
    expect(refused).toMatchObject({ code: 'OVERLAY_INVALID' });
    expect(refused?.message).toMatch(/more than 10 MB/);
  });
});
