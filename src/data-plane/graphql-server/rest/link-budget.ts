import { refuse } from '../../../foundation/errors.ts';

const RECORDS_MAX = 10_000;

/**
 * Counts the records that a request asks for by links, also repeated ones.
 *
 * Records link to one another: a list of ten that leads to a list of ten again is a million records six links on, out
 * of a handful of calls.
 *
 * @throws GRAPHQL_COST_EXCEEDED when there are more than 10,000
 */
export type LinkBudget = (records: number) => void;

export function linkBudget(): LinkBudget {
  let left = RECORDS_MAX;
  return (records) => {
    left -= records;
    if (left < 0)
      refuse('GRAPHQL_COST_EXCEEDED', {
        detail: `A request may get ${RECORDS_MAX} records by links: ask for fewer records, or fewer of their links.`,
      });
  };
}
