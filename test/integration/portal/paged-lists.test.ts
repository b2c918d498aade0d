import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPortal, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
beforeAll(async () => {
  portal = await openPortal();
  const { prisma } = portal.database;
  const plans = Array.from({ length: 60 }, (_, index) => ({ name: `plan-${index}`, title: `Plan ${index}` }));
  for (let number = 0; number < 55; number += 1) await portal.product({ name: `product-${number}` });
  await portal.product({ name: 'wide', plans });
  const consumers = await prisma.consumerOrg.findFirstOrThrow({ where: { name: 'consumers' } });
  await prisma.application.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      consumerOrgId: consumers.id,
      name: `app-${index}`,
      title: `App ${index}`,
    })),
  });
});
afterAll(() => portal.close());

const WIDE = 'product(product: "wide:1.0.0")';
const lists: readonly [document: (args: string) => string, read: (data: never) => unknown[], all: number][] =
  [
    [(args) => `{ products${args} { name } }`, ({ products }) => products, 56],
    [(args) => `{ productPage${args} { nodes { name } } }`, ({ productPage }) => productPage['nodes'], 56],
    [(args) => `{ ${WIDE} { plans${args} { name } } }`, ({ product }) => product['plans'], 60],
    [
      (args) => `{ viewer { consumerOrg { applications${args} { name } } } }`,
      ({ viewer }) => viewer['consumerOrg']['applications'],
      60,
    ],
  ];

it.each(lists)(
  '%s has 50 entries unless more are asked for, goes on after them, and has at most 200',
  async (document, read, all) => {
    const carol = await portal.signIn('carol');
    const of = async (args: string) => read((await carol.run(document(args))) as never);
    const first = await of('');
    expect(first).toHaveLength(50);
    const whole = await of('(first: 200)');
    expect(whole).toHaveLength(all);
    expect([...first, ...(await of('(offset: 50)'))]).toEqual(whole);
    expect(await carol.refused(document('(first: 201)'))).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: 'first is 201: ask for 1 to 200.',
      path: ['first'],
    });
  },
);
