import { formatsOf } from '../../../../ui/kit/formats.ts';

/** Formats of numbers and instants. The console is in English alone. */
export const format = formatsOf('en');
