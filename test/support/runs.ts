/**
 * Number of random cases of a property: a fifth of `thorough`, or all of them with THOROUGH=1, which
 * `npm run test:thorough` sets. A change is told by few cases, and the suite has ten minutes.
 */
export const runs = (thorough: number): number =>
  process.env['THOROUGH'] === '1' ? thorough : Math.ceil(thorough / 5);
