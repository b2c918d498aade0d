import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import type { Variables } from '../../../support/management.ts';

const DAY = 86_400_000;
const UNDO = 'mutation ($input: UndoLifecycleChangeInput!) { undoLifecycleChange(input: $input) { dryRun } }';
const LIST = `query ($org: String, $catalog: String, $product: String, $first: Int, $after: String) {
  undoableChanges(org: $org, catalog: $catalog, product: $product, first: $first, after: $after) {
    nodes { id action subject catalog at until } pageInfo { hasNextPage endCursor } } }`;

type Listed = Readonly<Record<'id' | 'action' | 'subject' | 'catalog' | 'at' | 'until', string>>;
type ListedPage = {
  readonly nodes: readonly Listed[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};

let world: CatalogWorld;
let round = 0;
let product: string;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());

beforeEach(async () => {
  round += 1;
  product = `customer-${round}:1.0.0`;
  await world.product(product, { publishTo: CATALOG, plans: [{ title: 'Gold' }] });
  await world.database.prisma.lifecycleUndo.deleteMany();
});

async function listed(variables: Variables = {}): Promise<ListedPage> {
  const { data, errors } = await world.send(LIST, { product, ...variables });
  expect(errors).toEqual([]);
  return (data as { undoableChanges: ListedPage }).undoableChanges;
}

async function only(): Promise<Listed> {
  const { nodes } = await listed();
  expect(nodes).toHaveLength(1);
  return nodes[0] as Listed;
}

const deprecate = () => world.lifecycle('deprecateProduct', { product }, '{ dryRun }');
const refused = (input: Variables) => world.refused('undoLifecycleChange', input, '{ dryRun }');
const state = () => world.inCatalog(product, '{ state }');

describe('undoableChanges', () => {
  it('finds a change by its product, without the token, until it is undone', async () => {
    await deprecate();
    const change = await only();
    expect(change).toMatchObject({ action: 'deprecateProduct', subject: product, catalog: CATALOG });
    expect(Date.parse(change.until) - Date.parse(change.at)).toBe(30 * DAY);
    await world.mutate('undoLifecycleChange', { change: change.id }, '{ dryRun }');
    expect(await state()).toEqual({ state: 'PUBLISHED' });
    const { nodes } = await listed();
    expect(nodes.map(({ action }) => action)).toEqual(['undoLifecycleChange']);
  });

  it('is paged, newest first, and filtered by catalog', async () => {
    await deprecate();
    await world.lifecycle('retireProduct', { product }, '{ dryRun }');
    const { nodes: all } = await listed();
    expect(all.map(({ action }) => action)).toEqual(['retireProduct', 'deprecateProduct']);
    const one = await listed({ first: 1 });
    expect(one).toMatchObject({ nodes: [all[0]], pageInfo: { hasNextPage: true } });
    expect(await listed({ first: 1, after: one.pageInfo.endCursor })).toMatchObject({
      nodes: [all[1]],
      pageInfo: { hasNextPage: false },
    });
    expect((await listed({ catalog: 'elsewhere' })).nodes).toEqual([]);
  });

  it('comes in pages that neither repeat nor leave out, also while changes are undone and added', async () => {
    for (const action of ['deprecateProduct', 'publishProduct', 'deprecateProduct'])
      await world.lifecycle(action, { product }, '{ dryRun }');
    const [newest, second, third] = (await listed()).nodes;
    const { pageInfo } = await listed({ first: 1 });
    await world.mutate('undoLifecycleChange', { change: newest?.id }, '{ dryRun }');
    const rest = await listed({ after: pageInfo.endCursor });
    expect(rest.nodes.map(({ id }) => id)).toEqual([second?.id, third?.id]);
    const { errors } = await world.send(LIST, { after: btoa('undo:1') });
    expect(errors[0]).toMatchObject({
      message: 'after is no cursor: give the endCursor of the page before.',
      extensions: { code: 'BAD_USER_INPUT', path: ['after'] },
    });
  });

  it('of another org is neither listed nor undone', async () => {
    await deprecate();
    const { id } = await only();
    const org = `other-${round}`;
    await world.mutate('createOrg', { title: `Other ${round}`, name: org });
    expect((await listed({ org })).nodes).toEqual([]);
    expect(await refused({ org, change: id })).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'No change of this org has this id, or it is older than 30 days.',
      path: ['input', 'change'],
    });
    await world.mutate('deleteOrg', { name: org }, '');
    expect(await state()).toEqual({ state: 'DEPRECATED' });
  });
});

describe('undoLifecycleChange by the id of the change', () => {
  it('rehearsed changes nothing', async () => {
    await deprecate();
    const { id } = await only();
    const answer = await world.changesNothing(() =>
      world.mutate<object>(
        'undoLifecycleChange',
        { change: id, dryRun: true },
        '{ dryRun transitions { to } }',
      ),
    );
    expect(answer).toEqual({ dryRun: true, transitions: [{ to: 'PUBLISHED' }] });
  });

  it('happens once when two ask at once', async () => {
    await deprecate();
    const { id } = await only();
    const answers = await Promise.all([1, 2].map(() => world.send(UNDO, { input: { change: id } })));
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code ?? 'done').sort();
    expect(codes).toEqual(['UNDO_CONFLICT', 'done']);
  });

  it('is refused with what has happened since, at the path of the id', async () => {
    await deprecate();
    const { id } = await only();
    await world.lifecycle('retireProduct', { product }, '{ dryRun }');
    expect(await refused({ change: id })).toMatchObject({
      status: 409,
      code: 'UNDO_CONFLICT',
      message: `It cannot be undone any more. ${product} is RETIRED now; the change had left it DEPRECATED.`,
      path: ['input', 'change'],
    });
  });

  it('is refused for what is no id, for both and for neither', async () => {
    expect(await refused({ change: 'nothing' })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const oneOfBoth = { code: 'BAD_USER_INPUT', message: 'Give either token or change, not both.' };
    expect(await refused({ change: 'a', token: 'b' })).toMatchObject(oneOfBoth);
    expect(await refused({})).toMatchObject(oneOfBoth);
  });

  it('ends after 30 days, and the list with it', async () => {
    await deprecate();
    const { id } = await only();
    world.pass(30 * DAY);
    expect((await listed()).nodes).toEqual([]);
    expect(await refused({ change: id })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});
