/** Limit of a wait, far longer than anything here takes on a busy machine. */
export const PATIENCE_MS = 60_000;
