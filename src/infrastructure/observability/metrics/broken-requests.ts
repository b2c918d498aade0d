import { Counter, type Registry } from 'prom-client';

/**
 * Tells how many requests were refused before they could become calls.
 *
 * @returns counts one, by the code of its refusal
 */
export function registerBrokenRequestMetrics(registry: Registry): (code: string) => void {
  const counter = new Counter({
    name: 'gateway_broken_requests_total',
    help: 'Requests that could not be read, or broke the rules for any request, by the code of the refusal; they are no calls.',
    labelNames: ['code'],
    registers: [registry],
  });
  return (code) => counter.inc({ code });
}
