/** A thorough run takes all the time it needs. `npm run test:thorough` sets THOROUGH=1; a plain run has ten minutes. */
export const isThorough = process.env['THOROUGH'] === '1';

/** Number of random cases of a property: a tenth, unless the run is thorough. */
export const runs = (thorough: number): number => (isThorough ? thorough : Math.ceil(thorough / 10));

/** Number of random worlds whose traffic is replayed, of each kind of API. IMPACT_WORLDS asks for more. */
export const impactWorlds = Number(process.env['IMPACT_WORLDS'] ?? 100);
