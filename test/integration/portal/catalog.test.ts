import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brandingFrom } from '../../../src/domain/branding/branding.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { openPortal, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
beforeEach(async () => {
  portal = await openPortal();
});
afterEach(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

const BRANDING = '{ catalog { branding { name accentLight accentDark logoType logo } } }';
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
const logo = `data:image/svg+xml;base64,${svg}`;

describe('the branding of the portal', () => {
  it('is the title of the catalog, until it has one of its own', async () =>
    expect(await portal.run(BRANDING)).toEqual({
      catalog: {
        branding: { name: 'sandbox', accentLight: null, accentDark: null, logoType: null, logo: null },
      },
    }));

  it('is shown to everybody, with a logo that needs no other host', async () => {
    const accent = { light: '#1d4ed8', dark: '#8ab4ff' };
    const branding = toStore(brandingFrom({ name: 'Acme APIs', accent, logo }, []));
    await portal.database.prisma.catalog.update({ where: { id: portal.catalogId }, data: { branding } });
    expect(await portal.run(BRANDING)).toEqual({
      catalog: {
        branding: {
          name: 'Acme APIs',
          accentLight: '#1d4ed8',
          accentDark: '#8ab4ff',
          logoType: 'image/svg+xml',
          logo,
        },
      },
    });
  });
});
