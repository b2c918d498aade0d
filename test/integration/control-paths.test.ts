import { expect, it } from 'vitest';
import { isControlRoot } from '../../src/domain/org/control-paths.ts';
import type { Layers } from '../../src/process/layers.ts';
import { createControl } from '../../src/process/parts/control/routes.ts';
import type { Config } from '../../src/process/settings/config.ts';
import { openManagement } from '../support/management.ts';

it('no org can have the name that an address of the control plane begins with', async () => {
  const world = await openManagement();
  try {
    const config = { adminToken: 'a'.repeat(16), demo: false, urls: world.deps.urls } as Config;
    const { handler } = await createControl(config, world.deps as unknown as Layers);
    const first = handler.routes.map(({ path }) => path.split('/')[1] ?? '');
    const roots = [...new Set(first)].filter((name) => name !== '' && name !== '*' && !name.startsWith('.'));
    expect(roots.sort()).toEqual(['assets', 'console', 'graphql', 'management', 'portal']);
    expect(roots.filter((name) => !isControlRoot(name))).toEqual([]);
  } finally {
    await world.close();
  }
});
