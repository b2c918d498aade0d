import { expect, it } from 'vitest';
import { RouteFinder } from '../../../src/data-plane/gateway/route/route-finder.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';

const served = snapshot(catalog({ apis: [api({ basePath: '/one' }), api({ basePath: '/two' })] }));
const other = snapshot(catalog({ apis: [api({ basePath: '/two' })] }));

it('a match is taken once, by its path in its snapshot alone', () => {
  const routes = new RouteFinder();
  const found = routes.find(served, '/acme/sandbox/one/a');
  expect(found?.rest).toBe('/a');
  expect(routes.take(served, '/acme/sandbox/one/a')).toBe(found);
  expect(routes.take(served, '/acme/sandbox/one/a')).not.toBe(found);
  routes.find(served, '/acme/sandbox/one/a');
  expect(routes.take(served, '/acme/sandbox/two/b')?.rest).toBe('/b');
  routes.find(served, '/acme/sandbox/one/a');
  expect(routes.take(other, '/acme/sandbox/one/a')).toBeUndefined();
  routes.find(other, '/acme/sandbox/one/a');
  expect(routes.take(served, '/acme/sandbox/one/a')?.rest).toBe('/a');
});
