import type { Hono } from 'hono';
import { z } from 'zod';
import { refuse } from '../../foundation/errors.ts';
import { readDocument } from './backend-document.ts';
import { readJson } from './read-json.ts';
import { serve } from './serve.ts';

const customer = z.object({ id: z.string(), firstname: z.string(), lastname: z.string() });
const fullCustomer = customer.extend({
  email: z.string(),
  address: z.object({
    city: z.string(),
    country: z.string(),
    postalCode: z.string(),
    state: z.string(),
    street: z.string(),
  }),
});

export type Customer = z.infer<typeof customer>;

/**
 * The customer database, version 1: list, read, create, update, delete, kept in memory.
 *
 * @param first the customers that it begins with; the examples of its document, unless given
 *
 * Decision: its records hold the names only; spec.md shows none of their fields.
 */
export function serveCustomersV1(app: Hono, first?: readonly Customer[]): void {
  const document = readDocument('customerdb.v1');
  const draft = document.schema('CustomerDraft').pipe(customer.omit({ id: true }));
  const begun = first ?? document.example('Customers', customer);
  const customers = new Map(begun.map((each) => [each.id, each]));
  let lastId = Math.max(...[...customers.keys()].map(Number));
  const known = (id: string) => customers.get(id) ?? unknownCustomer(id);

  serve(app, document, {
    getCustomers: (context) => context.json([...customers.values()]),
    getCustomer: (context) => context.json(known(context.req.param('customerId') ?? '')),
    async createCustomer(context) {
      const names = await readJson(context, draft);
      lastId += 1;
      const made = { id: String(lastId), ...names };
      customers.set(made.id, made);
      return context.json(made, 201, { Location: `${context.req.path}/${made.id}` });
    },
    async updateCustomer(context) {
      const names = await readJson(context, draft);
      const { id } = known(context.req.param('customerId') ?? '');
      const changed = { id, ...names };
      customers.set(id, changed);
      return context.json(changed);
    },
    deleteCustomer(context) {
      customers.delete(known(context.req.param('customerId') ?? '').id);
      return context.body(null, 204);
    },
  });
}

/** The customer database, version 3: full records, to list and to read. (spec.md, "Customer database back-end v3") */
export function serveCustomersV3(app: Hono): void {
  const document = readDocument('customerdb.v3');
  const customers = document.example('Customers', fullCustomer);
  serve(app, document, {
    getCustomers: (context) => context.json(customers),
    getCustomerById(context) {
      const id = context.req.param('customerId') ?? '';
      return context.json(customers.find((each) => each.id === id) ?? unknownCustomer(id));
    },
  });
}

function unknownCustomer(id: string): never {
  return refuse('NOT_FOUND', { detail: `There is no customer ${id.slice(0, 80)}.` });
}
