const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Tells whether a text can be the id of a row. Any other is not looked up. */
export const isUuid = (text: string): boolean => UUID.test(text);
