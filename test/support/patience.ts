/**
 * Limit of a wait, far longer than anything here takes on a busy machine. The configuration of vitest reads it, too,
 * which may import nothing that imports vitest.
 */
export const PATIENCE_MS = 60_000;
