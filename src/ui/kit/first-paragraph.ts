/** Returns the first paragraph of Markdown that is neither heading nor code. None is empty. */
export const firstParagraph = (markdown: string): string =>
  markdown
    .split(/\n\s*\n/)
    .map((block) => block.replace(/^#{1,6} .*$/gm, '').trim())
    .find((block) => block !== '' && !/^(?:```|~~~| {4})/.test(block)) ?? '';
