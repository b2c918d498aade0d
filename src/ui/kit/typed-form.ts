import type { Context } from 'hono';
import { createContext, useContext } from 'hono/jsx';

/** The values of a form that was sent, by the names of its fields. */
export type TypedForm = ReadonlyMap<string, readonly string[]>;

/**
 * Gives the fields of a refused form what was typed. They show it again in place of what is stored.
 *
 * It stands around one form: another form of the page may have fields of the same names.
 */
export const TypedFormContext = createContext<TypedForm | undefined>(undefined);

/** Reads the texts of a submitted form. Files are left out. */
export async function readTypedForm({ req }: Context): Promise<TypedForm> {
  const body = await req.parseBody({ all: true });
  return new Map(
    Object.entries(body).map(([name, value]) => [
      name,
      [value].flat().filter((text) => typeof text === 'string'),
    ]),
  );
}

/** Returns the value of a field: what was typed, else what is stored. */
export function useTyped<Stored extends string | undefined>(name: string, stored: Stored): string | Stored {
  const typed = useContext(TypedFormContext);
  return typed?.get(name)?.[0] ?? stored;
}

/** Tells whether a box is ticked: as it was sent, else as it is stored. A box that was not ticked is not sent. */
export function useTicked(name: string, value: string, stored: boolean): boolean {
  const typed = useContext(TypedFormContext);
  return typed ? (typed.get(name)?.includes(value) ?? false) : stored;
}
