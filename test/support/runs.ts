/**
 * Number of random cases of a property: a fifth, unless the run is thorough. The suite has ten minutes.
 * `npm run test:thorough` sets THOROUGH=1.
 */
export const runs = (thorough: number): number =>
  process.env['THOROUGH'] === '1' ? thorough : Math.ceil(thorough / 5);
