import { eventually } from './eventually.ts';

/** An instant that every change before lies before, and every change after lies after. */
export async function instant(): Promise<Date> {
  const now = Date.now();
  await eventually(() => {
    if (Date.now() <= now + 2) throw new Error('the clock has not moved');
  });
  const middle = new Date();
  await eventually(() => {
    if (Date.now() <= middle.getTime() + 2) throw new Error('the clock has not moved');
  });
  return middle;
}
