import { formatsOf } from '../../../../ui/kit/formats.ts';

/** How the console writes numbers and instants: it is in English alone. */
export const format = formatsOf('en');
