import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../support/management.ts';

let world: ManagementWorld;
beforeAll(async () => {
  world = await openManagement();
});
afterAll(() => world.close());

const DOCUMENT =
  'query($ignored: String) { viewer { name } __typename @skip(if: false) ... @include(if: false) { org(name: $ignored) { name } } }';

describe('a request to the management API', () => {
  it('may be as large as a manifest of many documents', async () => {
    const { status, data } = await world.send(DOCUMENT, { ignored: 'x'.repeat(5_000_000) });
    expect({ status, data }).toMatchObject({
      status: 200,
      data: { viewer: { name: expect.stringMatching(/^administrator/) } },
    });
  });

  it('is refused above 20 MB', async () => {
    const { status, errors } = await world.send(DOCUMENT, { ignored: 'x'.repeat(20_000_001) });
    expect({ status, code: errors[0]?.extensions.code }).toEqual({ status: 413, code: 'REQUEST_TOO_LARGE' });
  });
});
