/** Largest body of JSON that steps transform, either way, as it is after decompression. */
export const JSON_BYTES_MAX = 100_000;

/** JSON of any kind (RFC 6839 §3.1). Lines of JSON and streams are none. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;
const OTHER_CHARSET = /;\s*charset="?(?!utf-?8\b)/i;

/** Tells by its media type whether a body is JSON. */
export const isJsonType = (type: string | undefined): boolean =>
  type !== undefined && JSON_TYPE.test(type.trim()) && !OTHER_CHARSET.test(type);
