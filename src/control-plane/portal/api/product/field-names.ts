import { Kind, parse, visit } from 'graphql';
import { freshTurn, isTurnOver } from '../../../../foundation/event-loop-turns.ts';

/** Lists the names of the fields of a schema. */
export async function fieldNames(sdl: string): Promise<string[]> {
  if (isTurnOver()) await freshTurn();
  const names: string[] = [];
  visit(parse(sdl, { noLocation: true }), {
    [Kind.FIELD_DEFINITION]: ({ name }) => {
      names.push(name.value);
      return false;
    },
  });
  return names;
}
