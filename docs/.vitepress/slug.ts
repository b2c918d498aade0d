/** The anchor of a heading, as GitHub makes it. One link works in the repository and on the site. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
