import { Hono } from 'hono';
import { auth } from 'hono/utils/basic-auth';
import { refuse } from '../../foundation/errors.ts';
import { type Customer, serveCustomersV1 } from './customers.ts';

/** The path of the back-ends of production, below the address of all. */
export const PRODUCTION_PATH = '/production';
/** The credentials of the gateway at the back-end of production. */
export const productionCredentials = { username: 'gatehouse', password: 'production-secret' };

const CHALLENGE = 'Basic realm="customers in production", charset="UTF-8"';
/** Customers that the sandbox does not have. An answer thus shows where it comes from. */
const CUSTOMERS: readonly Customer[] = [
  { id: '101', firstname: 'Kirsten', lastname: 'Nygaard' },
  { id: '102', firstname: 'Luca', lastname: 'Romano' },
  { id: '103', firstname: 'Mei', lastname: 'Chen' },
];

/** The customer database of the catalog production: other customers, for the gateway alone. */
export function serveProduction(app: Hono): void {
  const production = new Hono();
  production.use((context, next) => {
    const sent = auth(context.req.raw);
    const { username, password } = productionCredentials;
    if (sent?.username === username && sent.password === password) return next();
    return refuse('SIGN_IN_FAILED', {
      detail: 'Send the credentials of the gateway as HTTP Basic.',
      headers: { 'WWW-Authenticate': CHALLENGE },
    });
  });
  serveCustomersV1(production, CUSTOMERS);
  app.route(PRODUCTION_PATH, production);
}
