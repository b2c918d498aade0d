// examples/rules is applied by the command line to the management API, and its document is linted by it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../../support/command-line.ts';
import { type ManifestWorld, openManifest } from '../../../support/manifest.ts';

const folder = resolve('examples/rules');
const document = readFileSync(join(folder, 'openapi/parcels.yaml'), 'utf8');
const BROKEN = document
  .replace('      summary: Tells where a parcel is\n', '')
  .replaceAll('/parcels/', '/Parcels/');

let world: ManifestWorld;
let gatehouse: CommandLine;
beforeEach(async () => {
  world = await openManifest();
  await world.emptyOrg('shop');
  gatehouse = openCommandLine();
  gatehouse.set({ BACKENDS_URL: 'http://127.0.0.1:8091' });
  gatehouse.answer(async ({ body }) => {
    const { query, variables } = body as { query: string; variables: Record<string, unknown> };
    const { data, errors } = await world.send(query, variables);
    return Response.json({ data, errors });
  });
  for (const file of ['catalogs.yaml', 'spectral/house-style.yaml', 'openapi/parcels.yaml'])
    gatehouse.write(`rules/${file}`, readFileSync(join(folder, file), 'utf8'));
});
afterEach(async () => {
  gatehouse.close();
  await world.close();
});

const apply = () => gatehouse.run('apply', '-f', 'rules', '--org', 'shop');
const lint = (...args: string[]) =>
  gatehouse.run('lint', 'rules/openapi/parcels.yaml', '--org', 'shop', ...args);

describe('examples/rules', () => {
  it('is applied as it stands, and its document breaks no rule', async () => {
    expect(await apply()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('+ RuleSet house-style'),
    });
    expect(await lint('--rule-set', 'house-style', '--fail-on', 'hint')).toMatchObject({
      code: 0,
      stdout: 'No findings.\n',
    });
  });

  it('is refused with a document that breaks the rules, which the command line finds before', async () => {
    gatehouse.write('rules/openapi/parcels.yaml', BROKEN);
    const found = await lint('--rules', 'rules/spectral/house-style.yaml');
    expect(found).toMatchObject({
      code: 2,
      stdout: [
        'rules/openapi/parcels.yaml:11: error operation-summary: Each operation has a summary. (/paths/~1Parcels~1{parcelId}/get)',
        'rules/openapi/parcels.yaml:8: warn paths-kebab-case: /Parcels/{parcelId} is not in kebab case. (/paths/~1Parcels~1{parcelId})',
        '1 error, 1 warning',
        '',
      ].join('\n'),
    });
    const refused = await world.changesNothing(apply);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'has 2 findings of the rule set house-style that the catalog production does not take',
      ),
    });
  });
});
