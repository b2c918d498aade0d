/** The most bytes that a socket reads at once. No chunk that is lent by a read is larger. */
export const READ_BYTES = 64 * 1024;
