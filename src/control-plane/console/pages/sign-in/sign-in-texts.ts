import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

const en = (_format: Formats) => ({});

const de = (_format: Formats): ReturnType<typeof en> => ({});

export const signInTexts = { en, de } satisfies Texts;
